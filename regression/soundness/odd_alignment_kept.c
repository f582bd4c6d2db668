//@ verdict: true
//@ args: --property unreach-call
#include <stdlib.h>

extern void reach_error(void);

int main(void)
{
    char *p = aligned_alloc(64, 128);
    if (!p || ((unsigned long)p & 63) != 0)
        reach_error();
    free(p);
    return 0;
}
