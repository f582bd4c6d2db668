//@ args: --property valid-memsafety
//@ verdict: false(valid-deref)
// An array of pointers to blocks; only the first blocks are made.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int count = __VERIFIER_nondet_int();
    if (count < 1 || count > 8)
        return 0;
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    int **array = calloc(count, sizeof *array);
    for (int i = 0; i < count; i++) {
        if (i < 3)
            array[i] = malloc(sizeof(int));
    }
    for (int i = 0; i < count; i++)
        *array[i] = i; // ERROR(CWE-476)
    for (int i = 0; i < count; i++)
        free(array[i]);
    free(array);
    return 0;
}
