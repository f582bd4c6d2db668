//@ verdict: false(assertions)
//@ args: --property assertions
//@ harness: hidden (what the C library reads is not fixed)
#include <assert.h>
#include <stdio.h>
int main(void)
{
    while (getchar() != EOF)
        ;
    clearerr(stdin);
    assert(!feof(stdin) && !ferror(stdin));
    assert(getchar() == EOF); // ERROR(CWE-617)
    return 0;
}
