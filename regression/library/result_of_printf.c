//@ verdict: false(assertions)
//@ args: --property assertions
//@ harness: hidden (the C library chooses)
// Output may fail, and only its sign tells the result of `puts`.
#include <assert.h>
#include <stdio.h>
int main(void)
{
    assert(printf("%d\n", 12) == 3); // ERROR(CWE-617)
    return 0;
}
