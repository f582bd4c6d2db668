//@ verdict: false(assertions)
#include <assert.h>

static int ready;
__attribute__((constructor)) static void begin(void) { ready = 2; }

int main(void)
{
    assert(ready == 0); // ERROR(CWE-617)
    return 0;
}
