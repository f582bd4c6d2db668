//@ verdict: false(valid-deref)
//@ args: --property valid-memsafety
//@ harness: hidden (what the C library reads is not fixed)
#include <stdio.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    FILE *f = fopen("data", "r");
    if (!f)
        return 0;
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    fclose(f);
    fclose(f); // ERROR(CWE-675)
    return 0;
}
