//@ verdict: true
//@ args: --property assertions --property valid-memcleanup
#include <assert.h>
#include <stdlib.h>

static int *table;
static int order;

__attribute__((constructor)) static void second(void)
{
    assert(order == 1);
    table = malloc(sizeof *table);
    *table = 7;
}

__attribute__((constructor(101))) static void first(void) { order = 1; }
__attribute__((destructor)) static void end(void) { free(table); }

int main(void)
{
    assert(*table == 7);
    return 0;
}
