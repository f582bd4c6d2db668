//@ verdict: true
//@ models: ILP32 LP64
// Integers of 24 bits are numbers of type float, and those of 32 bits of type double.
#include <assert.h>

int __VERIFIER_nondet_int(void);
short __VERIFIER_nondet_short(void);

int main(void) {
    short small = __VERIFIER_nondet_short();
    assert((short)(float)small == small);
    int any = __VERIFIER_nondet_int();
    assert((int)(double)any == any);
    return 0;
}
