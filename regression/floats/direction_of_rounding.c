//@ verdict: true
// `rint` follows the direction of rounding.
#include <assert.h>
#include <fenv.h>
#include <math.h>

double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    if (isnan(x))
        return 0;
    fesetround(FE_TOWARDZERO);
    double cut = rint(x);
    assert(fegetround() == FE_TOWARDZERO);
    fesetround(FE_TONEAREST);
    assert(cut == trunc(x));
    return 0;
}
