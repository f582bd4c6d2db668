//@ args: --property assertions
//@ verdict: true
// What the first loop left is known in the second.
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
    while (__VERIFIER_nondet_int()) {
        x += 4;
        y += 2;
    }
    assert(x % 2 == 0);
    return 0;
}
