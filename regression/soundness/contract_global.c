//@ verdict: unknown
//@ args: --entry count_twice --engine shapes
// What a function does depends on a variable of which its contract does not speak.
#include <assert.h>

int calls;

/*@ requires n > 0; ensures \result == 0; */
int count(int n)
{
    (void)n;
    return calls++;
}

/*@ requires n > 0; */
void count_twice(int n)
{
    count(n);
    assert(count(n) == 0);
}
