//@ verdict: true
// An angle brought down to one turn.
#include <assert.h>
#include <math.h>

double __VERIFIER_nondet_double(void);

int main(void) {
    double angle = __VERIFIER_nondet_double();
    if (!isfinite(angle))
        return 0;
    double rest = fmod(angle, 360.0);
    assert(rest < 360.0 && rest > -360.0);
    if (angle >= 0.0)
        assert(rest >= 0.0);
    return 0;
}
