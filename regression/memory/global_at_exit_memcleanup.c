//@ args: --property valid-memcleanup
//@ verdict: false(valid-memcleanup)
//@ models: ILP32 LP64
// All memory must be freed at the end for memcleanup, even if a static variable still reaches it.
#include <stdlib.h>

static int *cached_table(void) {
    static int *table;
    if (!table) {
        table = malloc(4 * sizeof *table);
        table[0] = 1;
    }
    return table;
}

int main(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += cached_table()[0];
    return sum - 3; // ERROR(CWE-401)
}
