//@ verdict: true
//@ today: unknown
// What a function of the C library returns is not anything, even if it is not modelled.
#include <assert.h>
#include <math.h>

int main(void) {
    assert(sqrt(4.0) == 2.0 && floor(1.5) == 1.0 && powf(2.0f, 3.0f) == 8.0f);
    return 0;
}
