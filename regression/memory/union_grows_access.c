//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// Only the small member of a union was allocated; the large one is written.
#include <stdlib.h>

union number {
    short small;
    long long large;
};

int main(void) {
    union number *n = malloc(sizeof(short));
    n->small = 5;
    n->large = 5; // ERROR(CWE-787)
    free(n);
    return 0;
}
