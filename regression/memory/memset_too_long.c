//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// memset is given the number of elements times the size of a wrong type.
#include <stdlib.h>
#include <string.h>

int main(void) {
    short *levels = malloc(5 * sizeof(short));
    memset(levels, 0, 5 * sizeof(short));
    memset(levels, 0, 5 * sizeof(int)); // ERROR(CWE-787)
    free(levels);
    return 0;
}
