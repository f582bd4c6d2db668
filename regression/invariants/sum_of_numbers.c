//@ args: --property assertions
//@ verdict: true
// The sum of all numbers up to one that is given.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int last = __VERIFIER_nondet_int(), sum = 0, i = 1;
    if (last < 0 || last > 1000)
        return 0;
    while (i <= last) {
        sum += i;
        i++;
    }
    assert(2 * sum == last * (last + 1));
    return 0;
}
