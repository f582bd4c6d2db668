//@ verdict: false(valid-memtrack)
//@ models: ILP32 LP64
// The result of an allocating function is used once within an expression and lost.
#include <stdlib.h>

static int *boxed(int value) {
    int *box = malloc(sizeof *box);
    *box = value;
    return box;
}

int main(void) {
    int answer = *boxed(42); // ERROR(CWE-401)
    return answer - 42;
}
