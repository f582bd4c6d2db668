//@ verdict: true
// Bounds of a square, a quotient and their sum for all numbers of an interval.
#include <assert.h>

double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    if (!(x >= 1.0 && x <= 10.0))
        return 0;
    double y = x > 5.0 ? x * x + 2.0 : x / 10.0;
    assert(y >= 0.09 && y <= 102.5);
    double z = y + 1.0 / x;
    assert(z < 103.6);
    return 0;
}
