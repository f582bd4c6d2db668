//@ verdict: false(assertions)
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int(), product;
    if (a < 1000)
        return 0;
    assert(!__builtin_mul_overflow(a, 2147484, &product)); // ERROR(CWE-617)
    return 0;
}
