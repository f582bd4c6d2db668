//@ args: --property assertions
//@ verdict: true
// A search for a mark that the loop before it has not overwritten.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int row[900], i;
    row[899] = 0;
    for (i = 0; i < 899; i++)
        row[i] = __VERIFIER_nondet_int();
    for (i = 0; row[i] != 0; i++)
        ;
    assert(i < 900);
    return 0;
}
