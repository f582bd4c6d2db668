//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// The block is freed through one pointer and written through another that points into its middle.
#include <stdlib.h>

int main(void) {
    int *block = calloc(8, sizeof *block);
    int *cursor = block + 5;
    *cursor = 1;
    free(block);
    block = NULL;
    *cursor = 2; // ERROR(CWE-416)
    return 0;
}
