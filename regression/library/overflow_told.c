//@ verdict: true
//@ models: ILP32 LP64
#include <assert.h>
#include <limits.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), sum;
    long long wide = (long long)a + b;
    _Bool over = __builtin_add_overflow(a, b, &sum);
    assert(over == (wide > INT_MAX || wide < INT_MIN));
    assert(over || sum == wide);
    unsigned u = __VERIFIER_nondet_uint(), v = __VERIFIER_nondet_uint(), difference;
    assert(__builtin_sub_overflow(u, v, &difference) == (u < v));
    assert(difference == u - v);
    signed char small;
    assert(__builtin_add_overflow(100, 27, &small) == 0 && small == 127);
    assert(__builtin_add_overflow(100, 28, &small) == 1 && small == -128);
    unsigned long long large;
    assert(__builtin_mul_overflow(0xffffffffull, 0xffffffffull, &large) == 0);
    assert(__builtin_mul_overflow(0x100000000ull, 0x100000000ull, &large) == 1 && large == 0);
    long long product;
    assert(__builtin_mul_overflow(LLONG_MIN, -1, &product) == 1);
    assert(__builtin_mul_overflow(LLONG_MIN / 2, 2, &product) == 0 && product == LLONG_MIN);
    assert(__builtin_sub_overflow(0u, 1, &product) == 0 && product == -1);
    int result;
    assert(__builtin_smul_overflow(1 << 20, 1 << 11, &result));
    return 0;
}
