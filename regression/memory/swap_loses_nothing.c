//@ args: --property valid-memsafety
//@ verdict: true
//@ models: ILP32 LP64
// Two owners exchange their blocks any number of times; each block is freed once.
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);

static void swap(int **a, int **b) {
    int *saved = *a;
    *a = *b;
    *b = saved;
}

int main(void) {
    int *left = malloc(sizeof *left), *right = malloc(2 * sizeof *right);
    while (__VERIFIER_nondet_bool())
        swap(&left, &right);
    *left = 1;
    *right = 2;
    free(left);
    free(right);
    return 0;
}
