//@ args: --property valid-memsafety
//@ verdict: false(valid-memtrack)
// Memory is lost before an assertion fails: the failure does not undo the loss.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *block = malloc(sizeof *block);
    *block = 1;
    if (__VERIFIER_nondet_int()) {
        block = NULL; // ERROR(CWE-401)
        assert(block);
    }
    free(block);
    return 0;
}
