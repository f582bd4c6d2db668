//@ args: --property unreach-call
//@ verdict: false(unreach-call)
// The text of an argument may be anything.
extern void reach_error(void);

int main(int count, char **arguments) {
    if (count > 1 && arguments[1][0] == 'x')
        reach_error(); // ERROR(CWE-617)
    return 0;
}
