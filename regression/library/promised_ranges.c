//@ verdict: true
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>
int main(void)
{
    int r = rand(), t = isatty(0);
    assert(r >= 0 && r <= RAND_MAX);
    assert(getpid() > 0);
    assert(t == 0 || t == 1);
    assert(lrand48() >= 0);
    return 0;
}
