//@ args: --property assertions
//@ verdict: false(assertions)
// As correlated_loops, but the second loop moves one of the two alone.
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned x = 0, y = 0;
    while (__VERIFIER_nondet_int()) {
        x += 2;
        y += 1;
    }
    while (__VERIFIER_nondet_int())
        y += 3;
    assert(x == 2 * y); // ERROR(CWE-617)
    return 0;
}
