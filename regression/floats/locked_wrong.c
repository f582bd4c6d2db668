//@ verdict: false(assertions)
// The error is behind a condition that random inputs do not meet.
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);
float __VERIFIER_nondet_float(void);

int main(void) {
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    float x = __VERIFIER_nondet_float();
    if (!(x > 0.0f && x < 1.0f))
        return 0;
    assert(x + 1.0f > 1.0f); // ERROR(CWE-617)
    return 0;
}
