//@ verdict: false(assertions)
// Conversion to an integer is towards zero, not down.
#include <assert.h>
#include <math.h>

float __VERIFIER_nondet_float(void);

int main(void) {
    float x = __VERIFIER_nondet_float();
    if (x > -1000.0f && x < 1000.0f)
        assert(floorf(x) == (float)(int)x); // ERROR(CWE-617)
    return 0;
}
