//@ verdict: false(valid-deref)
//@ args: --property valid-memsafety
//@ harness: hidden (what the C library reads is not fixed)
// The end of the string is written over.
#include <stdio.h>
#include <string.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    char s[4];
    if (fgets(s, sizeof s, stdin) == NULL)
        return 0;
    size_t n = strlen(s);
    if (__VERIFIER_nondet_uint() * 3u == 370370367u)
        for (size_t i = n; i < sizeof s; i++)
            s[i] = '-';
    n = 0;
    while (s[n]) // ERROR(CWE-125)
        n++;
    return 0;
}
