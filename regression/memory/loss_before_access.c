//@ args: --property valid-deref --property valid-free --property valid-memtrack
//@ verdict: false(valid-free)
// The caller's pointer is stale when the callee returns: the new block is lost there, and then the old one is freed again. Where one
// violation is told, it is the free.
#include <stdlib.h>

static void grow(int *block)
{
    int *larger = realloc(block, 2 * sizeof *larger);
    larger[1] = 0;
}

int main(void)
{
    int *block = malloc(sizeof *block);
    grow(block);
    free(block); // ERROR(CWE-415)
    return 0;
}
