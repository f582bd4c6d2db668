//@ verdict: false(assertions)
// The order of additions matters.
#include <assert.h>

float __VERIFIER_nondet_float(void);

int main(void) {
    float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float(), c = __VERIFIER_nondet_float();
    if (!(a > 1.0f && a < 100.0f && b > 1.0f && b < 100.0f && c > 1.0f && c < 100.0f))
        return 0;
    assert((a + b) + c == a + (b + c)); // ERROR(CWE-617)
    return 0;
}
