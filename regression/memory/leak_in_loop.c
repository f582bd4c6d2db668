//@ verdict: false(valid-memtrack)
//@ models: ILP32 LP64
// Each round of the loop allocates, and the variable of the body dies with the block in it.
#include <stdlib.h>

int main(void) {
    int total = 0;
    for (int i = 1; i <= 3; i++) {
        int *squares = calloc(i, sizeof *squares);
        squares[i - 1] = i * i;
        total += squares[i - 1];
    } // ERROR(CWE-401)
    return total;
}
