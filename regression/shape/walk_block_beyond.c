//@ args: --property valid-memsafety
//@ verdict: false(valid-deref)
// A block of any size is walked one byte too far.
#include <stdlib.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned size = __VERIFIER_nondet_uint();
    if (size == 0 || size > 1000)
        return 0;
    char *block = malloc(size);
    memset(block, 0, size);
    char *end = block + size;
    for (char *at = block; at <= end; at++)
        *at = 1; // ERROR(CWE-787)
    free(block);
    return 0;
}
