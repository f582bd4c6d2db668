//@ verdict: false(valid-free)
//@ models: ILP32 LP64
// A growable array starts with static storage, which realloc cannot move.
#include <stdlib.h>

static int initial[4];
static int *data = initial;

int main(void) {
    data[3] = 9;
    data = realloc(data, 8 * sizeof *data); // ERROR(CWE-590)
    free(data);
    return 0;
}
