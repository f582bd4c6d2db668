//@ verdict: false(valid-free)
//@ models: ILP32 LP64
// A freed block is given to realloc.
#include <stdlib.h>

int main(void) {
    long *numbers = malloc(2 * sizeof *numbers);
    numbers[0] = 3;
    free(numbers);
    numbers = realloc(numbers, 8 * sizeof *numbers); // ERROR(CWE-415)
    free(numbers);
    return 0;
}
