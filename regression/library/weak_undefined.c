//@ verdict: unknown
// The function may not be there.
#include <assert.h>

__attribute__((weak)) void hook(void);

int main(void)
{
    assert(hook != 0);
    return 0;
}
