//@ verdict: false(assertions)
//@ args: --property assertions
//@ harness: hidden (the C library chooses)
#include <assert.h>
#include <stdio.h>
int main(void)
{
    int (*put)(int) = putchar;
    int result = put(0x141);
    assert(result == 0x41 || result == EOF);
    assert(result == 0x41); // ERROR(CWE-617)
    return 0;
}
