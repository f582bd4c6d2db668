//@ verdict: true
// A weak object that is defined is there.
#include <assert.h>

extern int level __attribute__((weak));
extern int unused __attribute__((weak));
int level = 3;

int main(void)
{
    assert(&level != 0 && level == 3);
    return 0;
}
