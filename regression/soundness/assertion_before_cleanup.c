//@ args: --property valid-memcleanup
//@ verdict: false(valid-memcleanup)
// An assertion that fails ends the program before its memory is freed.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *block = malloc(sizeof *block);
    assert(__VERIFIER_nondet_int() != 7); // ERROR(CWE-401)
    free(block);
    return 0;
}
