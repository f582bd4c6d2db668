//@ verdict: unknown
//@ args: --property unreach-call
// A pointer that is moved far out of its object may become null; whether it does depends on addresses.
#include <stdlib.h>

extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void)
{
    char *p = malloc(4);
    unsigned long n = __VERIFIER_nondet_ulong();
    if (n != (unsigned long)p)
        return 0;
    char *q = p - n;
    if (q == NULL)
        reach_error();
    return 0;
}
