//@ verdict: false(assertions)
// Two numbers can be equal though their bits are not.
#include <assert.h>
#include <string.h>

float __VERIFIER_nondet_float(void);

int main(void) {
    float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
    if (x == y)
        assert(memcmp(&x, &y, sizeof x) == 0); // ERROR(CWE-617)
    return 0;
}
