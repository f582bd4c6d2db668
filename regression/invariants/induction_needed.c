//@ args: --property assertions
//@ verdict: true
// The assertion is not inductive on its own: two iterations tell.
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int a = 0, b = 0, c = 0;
    while (__VERIFIER_nondet_int()) {
        assert(a == 0 || a == 1);
        c = b;
        b = a;
        a = 1 - a;
        if (c != 0 && c != 1)
            a = 7;
    }
    return 0;
}
