//@ verdict: true
//@ models: ILP32 LP64
// Float and double: exact sums, rounding to float, conversions to and from ints, comparisons, infinity, nan, signed zero.
#include <assert.h>

int main(void) {
    assert(0.5 + 0.25 == 0.75);
    assert(0.1 + 0.2 != 0.3);
    volatile float third = 1.0f / 3.0f;
    volatile double precise = 1.0 / 3.0;
    assert(third != precise);
    assert((int)2.9 == 2 && (int)-2.9 == -2 && (unsigned char)200.7 == 200);
    assert((float)16777217 == 16777216.0f && (double)16777217 == 16777217.0);
    assert(7 / 2 == 3 && 7 / 2.0 == 3.5 && 7 / 2 * 2.0 == 6.0);

    volatile double zero = 0.0;
    double infinite = 1.0 / zero, nan = zero / zero;
    assert(infinite > 1e308 && -infinite < -1e308);
    assert(nan != nan && !(nan < 1) && !(nan > 1));
    assert(-zero == zero && 1.0 / -zero < 0);

    long long big = 1ll << 53;
    volatile double rounded = (double)(big + 1);
    assert(rounded == (double)big && (long long)rounded == big);
    float f = 3;
    f *= 1.5;
    f++;
    assert(f == 5.5f && (f > 5) + !f == 1);
    double sum = 0;
    for (int i = 1; i <= 4; i++)
        sum += 1.0 / (1 << i);
    assert(sum == 0.9375);
    return 0;
}
