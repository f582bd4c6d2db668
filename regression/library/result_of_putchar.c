//@ verdict: false(assertions)
//@ args: --property assertions
//@ harness: hidden (the C library chooses)
// Output may fail, and only its sign tells the result of `puts`.
#include <assert.h>
#include <stdio.h>
int main(void)
{
    assert(putchar('a') == 'a'); // ERROR(CWE-617)
    return 0;
}
