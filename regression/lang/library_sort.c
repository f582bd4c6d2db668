//@ verdict: true
//@ models: ILP32 LP64
// qsort and bsearch of the library call back into the program.
#include <assert.h>
#include <stdlib.h>

static int descending(const void *a, const void *b) {
    return *(const int *)b - *(const int *)a;
}

int main(void) {
    int values[5] = {3, 9, 1, 7, 5};
    qsort(values, 5, sizeof *values, descending);
    assert(values[0] == 9 && values[2] == 5 && values[4] == 1);
    int wanted = 7;
    assert((int *)bsearch(&wanted, values, 5, sizeof *values, descending) == values + 1);
    return 0;
}
