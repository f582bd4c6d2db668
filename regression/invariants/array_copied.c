//@ args: --property assertions
//@ verdict: true
// What was copied is the same in both arrays; they are first indexed inside of the loops.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int from[700], to[700], i, count = __VERIFIER_nondet_int();
    if (count < 0 || count > 700)
        return 0;
    for (i = 0; i < count; i++)
        to[i] = from[i];
    for (i = 0; i < count; i++)
        assert(to[i] == from[i]);
    return 0;
}
