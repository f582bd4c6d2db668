//@ args: --property assertions
//@ verdict: false(assertions)
// As array_filled, but the last element is left out.
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned length = __VERIFIER_nondet_uint(), place = __VERIFIER_nondet_uint();
    if (length == 0 || length > 5000 || place >= length)
        return 0;
    int table[length];
    unsigned i = 0;
    while (i + 1 < length) {
        table[i] = -3;
        i++;
    }
    assert(table[place] == -3); // ERROR(CWE-617)
    return 0;
}
