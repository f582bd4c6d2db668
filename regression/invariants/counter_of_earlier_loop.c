//@ args: --property assertions
//@ verdict: true
// The second loop goes back by the steps of the first, whose counter is not read again.
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
    int down = limit;
    while (down > 0) {
        assert(steps > 0);
        down--;
        steps--;
    }
    return 0;
}
