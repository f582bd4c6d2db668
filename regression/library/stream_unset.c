//@ verdict: false(valid-deref)
//@ args: --property valid-memsafety
//@ harness: hidden (what a variable holds that was never set)
#include <stdio.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    FILE *f;
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    fprintf(f, "text"); // ERROR(CWE-476)
    return 0;
}
