//@ verdict: false(assertions)
//@ args: --property assertions
//@ harness: hidden (the C library chooses)
#include <assert.h>
#include <stdlib.h>
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void)
{
    int a[3] = {2, 2, 2}, key = 2;
    assert(bsearch(&key, a, 3, sizeof a[0], compare) == &a[1]); // ERROR(CWE-617)
    return 0;
}
