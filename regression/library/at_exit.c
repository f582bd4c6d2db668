//@ verdict: true
//@ args: --property valid-memcleanup --property assertions
// What was registered last runs first, at `exit` and when `main` returns.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
static char *block;
static int step;

static void last(void)
{
    assert(step == 1);
    free(block);
}

static void first(void) { step++; }

int main(void)
{
    block = malloc(8);
    atexit(last);
    atexit(first);
    if (__VERIFIER_nondet_int())
        exit(1);
    return 0;
}
