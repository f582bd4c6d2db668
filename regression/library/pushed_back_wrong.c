//@ verdict: false(assertions)
//@ args: --property assertions
//@ harness: hidden (what the C library reads is not fixed)
#include <assert.h>
#include <stdio.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    int c = getchar();
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    if (c != EOF) {
        ungetc(c, stdin);
        assert(getchar() == c);
        assert(getchar() == c); // ERROR(CWE-617)
    }
    return 0;
}
