//@ args: --property assertions
//@ verdict: false(assertions)
// The inner loop breaks what the outer one relies on, in its third round only: assuming the assertion in the rounds
// before must not prove it.
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int rounds = 0, broken = 0;
    while (__VERIFIER_nondet_int()) {
        assert(!broken); // ERROR(CWE-617)
        rounds++;
        int inner = 0;
        while (__VERIFIER_nondet_int()) {
            inner++;
            if (rounds == 3 && inner == 2)
                broken = 1;
        }
    }
    return 0;
}
