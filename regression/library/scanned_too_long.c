//@ verdict: false(valid-deref)
//@ args: --property valid-memsafety
//@ harness: hidden (what the C library reads is not fixed)
#include <stdio.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    char word[8];
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    scanf("%s", word); // ERROR(CWE-787)
    return 0;
}
