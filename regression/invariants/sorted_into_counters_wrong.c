//@ args: --property assertions
//@ verdict: false(assertions)
// One of the counters misses what comes after a while.
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned all = 0, thirds = 0, halves = 0, fifths = 0, others = 0;
    unsigned limit = __VERIFIER_nondet_uint();
    while (all < limit) {
        if (all % 3 == 0)
            thirds++;
        else if (all % 2 == 0)
            halves++;
        else if (all % 5 == 0)
            fifths++;
        else
            others += all < 7;
        all++;
    }
    assert(thirds + halves + fifths + others == all); // ERROR(CWE-617)
    return 0;
}
