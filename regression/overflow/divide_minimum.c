//@ args: --property no-overflow
//@ verdict: false(no-overflow)
//@ models: ILP32 LP64
// The smallest int divided by minus one does not fit.
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int divisor = __VERIFIER_nondet_int();
    if (divisor == 0)
        return 0;
    int share = INT_MIN / divisor; // ERROR(CWE-190)
    return share < 0;
}
