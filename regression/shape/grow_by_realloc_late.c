//@ args: --property valid-memsafety
//@ verdict: false(valid-deref)
// The array grows one element too late.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned capacity = 4, length = 0;
    int *array = malloc(capacity * sizeof(int));
    while (__VERIFIER_nondet_int()) {
        if (length > capacity) {
            if (capacity > 100000)
                break;
            capacity *= 2;
            array = realloc(array, capacity * sizeof(int));
        }
        array[length++] = 1; // ERROR(CWE-787)
    }
    free(array);
    return 0;
}
