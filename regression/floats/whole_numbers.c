//@ verdict: true
// What holds of whole numbers, for all numbers.
#include <assert.h>
#include <math.h>

float __VERIFIER_nondet_float(void);

int main(void) {
    float x = __VERIFIER_nondet_float();
    if (isnan(x))
        return 0;
    assert(floorf(x) <= x && x <= ceilf(x));
    assert(truncf(x) == (x < 0.0f ? ceilf(x) : floorf(x)));
    if (x > -1000.0f && x < 1000.0f)
        assert(truncf(x) == (float)(int)x);
    assert(fabsf(x) >= 0.0f && fmaxf(x, 0.0f) >= 0.0f && fminf(x, 0.0f) <= x);
    return 0;
}
