//@ verdict: false(valid-deref)
//@ args: --property valid-memsafety
#include <stdio.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    char text[3];
    unsigned n = __VERIFIER_nondet_uint();
    if (n * 3u != 370370367u)
        return 0;
    sprintf(text, "%u", n % 1000); // ERROR(CWE-787)
    return 0;
}
