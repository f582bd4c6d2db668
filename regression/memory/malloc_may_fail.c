//@ args: --malloc-may-fail
//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// The result of malloc is used without a check; an error only where allocation may fail.
#include <stdlib.h>

int main(void) {
    int *counter = malloc(sizeof *counter);
    *counter = 0; // ERROR(CWE-476)
    free(counter);
    return 0;
}
