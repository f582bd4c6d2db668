//@ args: --property assertions
//@ verdict: true
// Adding a number again and again multiplies it, whatever wraps.
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned factor = __VERIFIER_nondet_uint(), times = __VERIFIER_nondet_uint(), product = 0, i = 0;
    while (i != times) {
        product += factor;
        i++;
    }
    assert(product == factor * times);
    return 0;
}
