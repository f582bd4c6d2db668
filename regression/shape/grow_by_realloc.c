//@ args: --property valid-memsafety
//@ verdict: true
// An array that grows by realloc: it is as large as its capacity says.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned capacity = 4, length = 0;
    int *array = malloc(capacity * sizeof(int));
    while (__VERIFIER_nondet_int()) {
        if (length == capacity) {
            if (capacity > 100000)
                break;
            capacity *= 2;
            array = realloc(array, capacity * sizeof(int));
        }
        array[length++] = 1;
    }
    free(array);
    return 0;
}
