//@ verdict: false(valid-deref)
//@ args: --property valid-memsafety
//@ harness: hidden (the C library does not notice)
#include <stdio.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    fclose(stdout);
    printf("%d\n", 1); // ERROR(CWE-910)
    return 0;
}
