//@ args: --property valid-memsafety
//@ verdict: false(valid-memtrack)
// An array of pointers to blocks, of which the last is not freed.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int count = __VERIFIER_nondet_int();
    if (count < 2 || count > 1000)
        return 0;
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    int **array = malloc(count * sizeof *array);
    for (int i = 0; i < count; i++)
        array[i] = malloc(sizeof(int));
    for (int i = 0; i + 1 < count; i++)
        free(array[i]);
    free(array); // ERROR(CWE-401)
    return 0;
}
