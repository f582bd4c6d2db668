//@ verdict: false(valid-memcleanup)
//@ harness: hidden (sanitizers do not look for leaks at `_Exit`)
//@ args: --property valid-memcleanup
// `_Exit` runs nothing.
#include <stdlib.h>

static char *block;
static void clean(void) { free(block); }

int main(void)
{
    block = malloc(8);
    atexit(clean);
    _Exit(0); // ERROR(CWE-401)
}
