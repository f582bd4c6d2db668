//@ verdict: unknown
//@ args: --entry count_twice --engine shapes
// The same with a variable that only the function knows.
#include <assert.h>

/*@ requires n > 0; ensures \result == 0; */
int count(int n)
{
    static int calls;
    (void)n;
    return calls++;
}

/*@ requires n > 0; */
void count_twice(int n)
{
    count(n);
    assert(count(n) == 0);
}
