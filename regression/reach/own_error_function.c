//@ args: --property unreach-call
//@ verdict: false(unreach-call)
//@ models: ILP32 LP64
// The program defines reach_error itself; the call is the violation, whatever the body does.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

void reach_error() { assert(0); }

static void check(int condition) {
    if (!condition) {
    ERROR:
        reach_error(); // ERROR(CWE-617)
    }
}

int main(void) {
    _Bool first = __VERIFIER_nondet_bool();
    _Bool second = __VERIFIER_nondet_bool();
    check(first <= 1);
    check(first + second < 2);
    return 0;
}
