//@ verdict: false(assertions)
// Whoever forgets not-a-number thinks that one of three comparisons holds.
#include <assert.h>

float __VERIFIER_nondet_float(void);

int main(void) {
    float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
    assert(x < y || x == y || x > y); // ERROR(CWE-617)
    return 0;
}
