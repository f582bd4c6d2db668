//@ verdict: unknown
// The object may not be there, and then its address is null.
#include <assert.h>

extern int level __attribute__((weak));

int main(void)
{
    assert(&level != 0);
    return 0;
}
