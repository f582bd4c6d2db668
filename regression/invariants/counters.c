//@ args: --property assertions
//@ verdict: true
// Three counters in step, to a bound that no unwinding reaches.
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned i = 0, j = 0, k = 0;
    while (k < 0x0fffffff) {
        i = i + 1;
        j = j + 2;
        k = k + 3;
        assert(k == i + j);
        assert(j == 2 * i);
    }
    assert(k == 3 * i);
    return 0;
}
