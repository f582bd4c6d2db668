//@ verdict: false(assertions)
// The square of a number that is not zero can be zero.
#include <assert.h>

float __VERIFIER_nondet_float(void);

int main(void) {
    float x = __VERIFIER_nondet_float();
    if (!(x >= -1.0f && x <= 1.0f) || x == 0.0f)
        return 0;
    assert(x * x != 0.0f); // ERROR(CWE-617)
    return 0;
}
