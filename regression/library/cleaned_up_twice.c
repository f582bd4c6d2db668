//@ verdict: false(valid-free)
#include <stdlib.h>

static void free_block(char **block) { free(*block); } // ERROR(CWE-415)

int main(void)
{
    __attribute__((cleanup(free_block))) char *block = malloc(4);
    free(block);
    return 0;
}
