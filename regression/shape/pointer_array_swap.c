//@ args: --property valid-memsafety
//@ verdict: true
// An array of any length of pointers to blocks: two are exchanged, and some are made anew.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int count = __VERIFIER_nondet_int();
    if (count < 1 || count > 100000)
        return 0;
    int **array = malloc(count * sizeof *array);
    for (int i = 0; i < count; i++)
        array[i] = malloc(sizeof(int));
    int at = __VERIFIER_nondet_int();
    if (0 <= at && at < count) {
        int *block = array[at];
        array[at] = array[0];
        array[0] = block;
    }
    at = __VERIFIER_nondet_int();
    if (0 <= at && at < count) {
        free(array[at]);
        array[at] = malloc(8);
        *array[at] = 3;
    }
    for (int i = 0; i < count; i++)
        free(array[i]);
    free(array);
    return 0;
}
