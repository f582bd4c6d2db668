//@ args: --property valid-deref
//@ verdict: true
//@ models: ILP32 LP64
// Leaks are not looked for when only valid dereferences are asked for.
#include <stdlib.h>

int main(void) {
    int *first = malloc(sizeof *first);
    *first = 1;
    first = malloc(2 * sizeof *first);
    first[1] = 2;
    return first[1] - 2;
}
