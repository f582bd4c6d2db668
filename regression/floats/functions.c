//@ verdict: true
//@ models: ILP32 LP64
// Functions of the C library whose results are exact.
#include <assert.h>
#include <math.h>

int main(void) {
    volatile double x = -2.5, big = 1e300, small = 0x1p-1070;
    assert(floor(x) == -3.0 && ceil(x) == -2.0 && trunc(x) == -2.0);
    assert(round(x) == -3.0 && rint(x) == -2.0 && nearbyint(0.5) == 0.0 && nearbyint(1.5) == 2.0);
    assert(lround(x) == -3 && llround(2.5) == 3 && lrint(x) == -2 && llrint(3.5) == 4);
    assert(fabs(x) == 2.5 && copysign(3.0, x) == -3.0 && copysign(x, 1.0) == 2.5);
    assert(fmin(x, 1.0) == -2.5 && fmax(x, NAN) == -2.5 && fdim(3.0, 1.0) == 2.0 && fdim(1.0, 3.0) == 0.0);
    assert(sqrt(4.0) == 2.0 && sqrt(2.0) == 0x1.6a09e667f3bcdp+0 && isnan(sqrt(x)) && sqrtf(2.0f) == 0x1.6a09e6p+0f);
    assert(fmod(7.5, 2.0) == 1.5 && fmod(-7.5, 2.0) == -1.5 && fmod(1e300, 7.0) == 1.0 && isnan(fmod(1.0, 0.0)));
    assert(remainder(7.5, 2.0) == -0.5 && remainder(5.0, 2.0) == 1.0 && remainder(-7.0, 4.0) == 1.0);
    double whole;
    assert(modf(x, &whole) == -0.5 && whole == -2.0);
    int exponent;
    assert(frexp(x, &exponent) == -0.625 && exponent == 2);
    assert(frexp(small, &exponent) == 0.5 && exponent == -1069);
    assert(ldexp(0.75, 4) == 12.0 && ldexp(big, 1000) == INFINITY && scalbn(1.0, -1074) == 0x1p-1074);
    assert(ilogb(10.0) == 3 && logb(0.1) == -4.0 && nextafter(1.0, 2.0) == 0x1.0000000000001p+0);
    assert(fpclassify(small) == FP_SUBNORMAL && fpclassify(0.0) == FP_ZERO && fpclassify(big) == FP_NORMAL);
    assert(fpclassify(big * big) == FP_INFINITE && fpclassify((float)small) == FP_ZERO && isnormal(x));
    assert(isgreater(2.0, x) && !isless(NAN, x) && isunordered(NAN, x) && !islessgreater(x, x));
    return 0;
}
