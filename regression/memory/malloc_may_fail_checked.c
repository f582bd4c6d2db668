//@ args: --malloc-may-fail
//@ verdict: true
//@ models: ILP32 LP64
// Both allocations are checked, and the first is released when the second fails.
#include <stdlib.h>

int main(void) {
    int *counter = malloc(sizeof *counter);
    if (!counter)
        return 1;
    char *name = malloc(8);
    if (!name) {
        free(counter);
        return 1;
    }
    *counter = 0;
    name[7] = '\0';
    free(name);
    free(counter);
    return 0;
}
