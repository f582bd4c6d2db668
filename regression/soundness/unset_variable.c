//@ args: --property unreach-call
//@ verdict: false(unreach-call)
//@ today: unknown
// A pointer variable that was never set may happen to lead to a valid object.
extern void reach_error(void);

static int value = 7;

int main(void) {
    int *place;
    if (*place == 7)
        reach_error(); // ERROR(CWE-617)
    return value - 7;
}
