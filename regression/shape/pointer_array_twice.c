//@ args: --property valid-memsafety
//@ verdict: false(valid-free)
// An array of pointers to blocks: one of them, anywhere, is freed before all are.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int count = __VERIFIER_nondet_int();
    if (count < 1 || count > 1000)
        return 0;
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    int **array = malloc(count * sizeof *array);
    for (int i = 0; i < count; i++)
        array[i] = malloc(sizeof(int));
    int at = __VERIFIER_nondet_int();
    if (0 <= at && at < count)
        free(array[at]);
    for (int i = 0; i < count; i++)
        free(array[i]); // ERROR(CWE-415)
    free(array);
    return 0;
}
