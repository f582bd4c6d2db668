//@ args: --property valid-memsafety
//@ verdict: false(valid-memtrack)
//@ today: unknown
// Memory is lost before a loop that never ends.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int *lost = malloc(sizeof *lost);
    lost = NULL; // ERROR(CWE-401)
    for (;;)
        __VERIFIER_assume(__VERIFIER_nondet_int());
    return 0;
}
