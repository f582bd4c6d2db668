//@ verdict: true
//@ models: ILP32 LP64
// Comparisons with not-a-number fail, and it is not equal to itself.
#include <assert.h>
#include <math.h>

double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
    int ordered = x < y || x >= y;
    assert(ordered == (!isnan(x) && !isnan(y)));
    assert(isnan(x) == (x != x));
    if (isnan(x))
        assert(!(x == y) && x != y && !(x <= y) && isnan(x + y) && isnan(x * 0.0));
    if (isinf(x))
        assert(!isfinite(x) && !isnan(x) && isnan(x - x) && (x > 0 ? x > 1e308 : x < -1e308));
    assert(isfinite(x) + (isinf(x) != 0) + isnan(x) == 1);
    return 0;
}
