//@ args: --property valid-memsafety
//@ verdict: true
//@ models: ILP32 LP64
// An array of any length of pointers to blocks, which are made, used and freed in loops of their own.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int count = __VERIFIER_nondet_int();
    if (count < 1 || count > 100000)
        return 0;
    int **array = malloc(count * sizeof *array);
    for (int i = 0; i < count; i++) {
        array[i] = malloc(sizeof(int));
        *array[i] = i;
    }
    int at = __VERIFIER_nondet_int();
    if (0 <= at && at < count)
        *array[at] = 5;
    for (int i = 0; i < count; i++)
        free(array[i]);
    free(array);
    return 0;
}
