//@ args: --property valid-memsafety
//@ verdict: false(valid-free)
//@ today: unknown
// Some C libraries only free the block and return null, some return an empty block.
#include <stdlib.h>

int main(void) {
    int *block = malloc(sizeof *block);
    int *smaller = realloc(block, 0);
    if (smaller == NULL)
        free(block); // ERROR(CWE-415)
    else
        free(smaller);
    return 0;
}
