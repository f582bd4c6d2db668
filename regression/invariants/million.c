//@ args: --property assertions
//@ verdict: true
// A loop to any number up to a million.
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), i;
    if (n < 0 || n > 1000000)
        return 0;
    for (i = 0; i < n; i++)
        ;
    assert(i == n);
    assert(i <= 1000000);
    return 0;
}
