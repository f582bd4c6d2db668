//@ verdict: false(valid-deref)
//@ args: --property valid-deref
//@ harness: hidden (the compiler takes one order)
// A failed assertion is not reported here and only ends the program: the other argument may come first.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static int check(int *p) {
    assert(p);
    return 0;
}

static int get(int *p) { return *p; } // ERROR(CWE-476)

int main(void) {
    int value = 1;
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    int *p = __VERIFIER_nondet_uint() ? &value : 0;
    return check(p) + get(p);
}
