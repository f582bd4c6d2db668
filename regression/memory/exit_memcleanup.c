//@ args: --property valid-memcleanup
//@ verdict: false(valid-memcleanup)
//@ models: ILP32 LP64
// Leaving the program through exit with a block that the normal way would have freed.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *data = malloc(3 * sizeof *data);
    data[0] = __VERIFIER_nondet_int();
    if (data[0] == 1)
        exit(1); // ERROR(CWE-401)
    free(data);
    return 0;
}
