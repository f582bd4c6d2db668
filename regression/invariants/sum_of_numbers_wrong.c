//@ args: --property assertions
//@ verdict: false(assertions)
// As sum_of_numbers, but the last number is left out.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int last = __VERIFIER_nondet_int(), sum = 0, i = 1;
    if (last < 0 || last > 1000)
        return 0;
    while (i < last) {
        sum += i;
        i++;
    }
    assert(2 * sum == last * (last + 1)); // ERROR(CWE-617)
    return 0;
}
