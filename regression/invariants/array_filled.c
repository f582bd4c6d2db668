//@ args: --property assertions
//@ verdict: true
// All elements before the index hold the same value; the array is as long as the input says.
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned length = __VERIFIER_nondet_uint(), place = __VERIFIER_nondet_uint();
    if (length == 0 || length > 5000 || place >= length)
        return 0;
    int table[length];
    unsigned i = 0;
    while (i < length) {
        table[i] = -3;
        i++;
    }
    assert(table[place] == -3);
    return 0;
}
