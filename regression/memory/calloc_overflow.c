//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// calloc returns null when the product of its arguments does not fit.
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    size_t count = SIZE_MAX / 2 + 1;
    int *wide = calloc(count, 4);
    wide[0] = 1; // ERROR(CWE-476)
    free(wide);
    return 0;
}
