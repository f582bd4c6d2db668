//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// A scan to the left has no lower bound and reads before the block.
#include <stdlib.h>

int main(void) {
    int *values = malloc(3 * sizeof *values);
    for (int i = 0; i < 3; i++)
        values[i] = 5;
    int *at = values + 2;
    while (*at == 5) // ERROR(CWE-125)
        at--;
    free(values);
    return 0;
}
