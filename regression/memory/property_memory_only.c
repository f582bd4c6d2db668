//@ args: --property valid-memsafety
//@ verdict: true
//@ models: ILP32 LP64
// A failing assertion ends the program; it is no error when only memory safety is asked for.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *value = malloc(sizeof *value);
    *value = 1;
    assert(*value == 2);
    free(value);
    free(value);
    return 0;
}
