//@ verdict: false(assertions)
// One bound is a little too tight.
#include <assert.h>

double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    if (!(x >= 1.0 && x <= 10.0))
        return 0;
    double y = x > 5.0 ? x * x + 2.0 : x / 10.0;
    assert(y >= 0.09 && y <= 101.99); // ERROR(CWE-617)
    return 0;
}
