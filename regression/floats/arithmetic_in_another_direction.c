//@ verdict: unknown
// Arithmetic is modelled where it is rounded to the nearest number alone.
#include <assert.h>
#include <fenv.h>

int main(void) {
    volatile double one = 1.0, three = 3.0;
    double near = one / three;
    fesetround(FE_UPWARD);
    double above = one / three;
    assert(above == near);
    return 0;
}
