//@ verdict: true
//@ args: --property unreach-call
// A volatile object of the program holds what was last written to it.
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

static volatile int state;

int main(void) {
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    state = 3;
    int a = state, b = state;
    if (a != b || a != 3)
        reach_error();
    return 0;
}
