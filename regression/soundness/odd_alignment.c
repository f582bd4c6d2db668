//@ verdict: false(unreach-call)
//@ args: --property unreach-call
// An alignment that is no power of two may be refused.
#include <stdlib.h>

extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    char *p = aligned_alloc(3, 8);
    if (!p)
        reach_error(); // ERROR(CWE-617)
    free(p);
    return 0;
}
