//@ args: --property no-overflow
//@ verdict: true
//@ models: ILP32 LP64
// Every sum is tested for room before it is made, so that no sequence of inputs overflows.
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

static int saturated(int a, int b) {
    if (b > 0 && a > INT_MAX - b)
        return INT_MAX;
    if (b < 0 && a < INT_MIN - b)
        return INT_MIN;
    return a + b;
}

int main(void) {
    int total = 0;
    while (total != INT_MAX && total != INT_MIN && __VERIFIER_nondet_int())
        total = saturated(total, __VERIFIER_nondet_int());
    return total == 0;
}
