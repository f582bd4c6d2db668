//@ verdict: false(assertions)
#include <assert.h>
#include <stdlib.h>

static int step;
static void check(void) { assert(step == 0); } // ERROR(CWE-617)

int main(void)
{
    atexit(check);
    step = 1;
    return 0;
}
