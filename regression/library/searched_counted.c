//@ verdict: unknown
//@ args: --property assertions
#include <assert.h>
#include <stdlib.h>
static int compare(const void *a, const void *b)
{
    static int count;
    assert(++count < 3);
    return *(const int *)a - *(const int *)b;
}
int main(void)
{
    int a[3] = {1, 2, 3}, key = 3;
    assert(bsearch(&key, a, 3, sizeof a[0], compare) == a + 2);
    return 0;
}
