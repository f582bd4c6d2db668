//@ args: --property unreach-call --timeout 1s
//@ verdict: false(unreach-call)
//@ today: unknown
// Two equal string literals may be one object.
extern void reach_error(void);

int main(void) {
    const char *left = "text", *right = "text";
    if (left == right)
        reach_error(); // ERROR(CWE-617)
    return 0;
}
