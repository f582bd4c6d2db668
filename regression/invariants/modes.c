//@ args: --property assertions
//@ verdict: true
// A state machine: which states follow each other matters, not how often.
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int state = 0, held = 0;
    while (__VERIFIER_nondet_int()) {
        switch (state) {
        case 0:
            held = 1;
            state = __VERIFIER_nondet_int() ? 1 : 2;
            break;
        case 1:
            assert(held);
            state = 2;
            break;
        default:
            assert(held);
            held = 0;
            state = 0;
        }
    }
    return 0;
}
