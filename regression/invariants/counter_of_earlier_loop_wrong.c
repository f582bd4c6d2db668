//@ args: --property assertions
//@ verdict: false(assertions)
// The second loop takes more steps than the first, whose counter is not read again.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int limit = __VERIFIER_nondet_int();
    if (limit < 0 || limit > 1000000)
        return 0;
    int up = 0, steps = 0;
    while (up < limit) {
        up++;
        steps++;
    }
    int down = limit + 1;
    while (down > 0) {
        assert(steps > 0); // ERROR(CWE-617)
        down--;
        steps--;
    }
    return 0;
}
