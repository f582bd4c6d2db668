//@ verdict: false(valid-free)
//@ models: ILP32 LP64
// A block from alloca is freed by itself and must not be given to free.
#include <alloca.h>
#include <stdlib.h>

int main(void) {
    int *scratch = alloca(6 * sizeof *scratch);
    scratch[5] = 1;
    free(scratch); // ERROR(CWE-590)
    return 0;
}
