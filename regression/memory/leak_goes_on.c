//@ verdict: false(valid-memtrack)
//@ models: ILP32 LP64
// A leak does not stop the program: the second one, in another line, is reported as well.
#include <stdlib.h>

static long *pool;

static void reset(void) {
    pool = NULL; // ERROR(CWE-401)
}

int main(void) {
    pool = malloc(2 * sizeof *pool);
    pool[0] = 1;
    reset();
    long *local = malloc(sizeof *local);
    *local = 2;
    return (int)*local - 2; // ERROR(CWE-401)
}
