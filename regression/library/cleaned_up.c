//@ verdict: true
//@ args: --property valid-memcleanup --property assertions
// Variables are cleaned up wherever their scope is left, the last one first.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
static int live;

static void free_block(char **block)
{
    free(*block);
    live--;
}

static int work(void)
{
    __attribute__((cleanup(free_block))) char *first = malloc(4);
    live++;
    for (int i = 0; i < 2; i++) {
        __attribute__((cleanup(free_block))) char *second = malloc(4);
        live++;
        if (__VERIFIER_nondet_int())
            return live;
        if (__VERIFIER_nondet_int())
            break;
    }
    assert(live == 1);
    return live;
}

int main(void)
{
    int before = work();
    assert(before == 1 || before == 2);
    assert(live == 0);
    return 0;
}
