//@ args: --property assertions
//@ verdict: true
// Half of the iterations are counted: how the counters relate depends on whether the number of iterations is even.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int half = __VERIFIER_nondet_int();
    if (half < 0 || half > 100)
        return 0;
    int counted = 0;
    for (int i = 0; i < 2 * half; i++)
        if (i % 2 == 0)
            counted++;
    assert(counted == half);
    return 0;
}
