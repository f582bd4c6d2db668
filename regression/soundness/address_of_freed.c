//@ args: --property assertions
//@ verdict: false(assertions)
// The address of memory that was freed, less itself, is null.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char *block = malloc(4);
    uintptr_t number = (uintptr_t)block;
    free(block);
    char *null = block - number;
    assert(null); // ERROR(CWE-617)
    return 0;
}
