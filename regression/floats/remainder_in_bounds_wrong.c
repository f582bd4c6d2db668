//@ verdict: false(assertions)
// The remainder of a negative number is negative.
#include <assert.h>
#include <math.h>

double __VERIFIER_nondet_double(void);

int main(void) {
    double angle = __VERIFIER_nondet_double();
    if (!isfinite(angle))
        return 0;
    double rest = fmod(angle, 360.0);
    assert(rest >= 0.0); // ERROR(CWE-617)
    return 0;
}
