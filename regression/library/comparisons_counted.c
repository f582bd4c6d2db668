//@ verdict: unknown
//@ args: --property assertions
// How often `qsort` compares is open.
#include <assert.h>
#include <stdlib.h>
static int count;
static int compare(const void *a, const void *b)
{
    count++;
    return *(const int *)a - *(const int *)b;
}
int main(void)
{
    int a[3] = {3, 1, 2};
    qsort(a, 3, sizeof a[0], compare);
    assert(count == 3);
    return 0;
}
