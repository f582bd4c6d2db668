//@ verdict: true
// A variable that was there is still there.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    if (getenv("A"))
        assert(getenv("A") != 0);
    return 0;
}
