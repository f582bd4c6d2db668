//@ args: --property assertions
//@ verdict: true
// Each iteration is counted by one of four counters: together they are as great as the number of iterations.
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
            others++;
        all++;
    }
    assert(thirds + halves + fifths + others == all);
    return 0;
}
