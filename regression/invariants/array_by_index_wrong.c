//@ args: --property assertions
//@ verdict: false(assertions)
// Elements depend on their index, but one of them is written once more.
#include <assert.h>

int __VERIFIER_nondet_int(void);

static int table[3000];

int main(void) {
    int count = __VERIFIER_nondet_int(), place = __VERIFIER_nondet_int();
    if (count < 0 || count > 3000)
        return 0;
    for (int i = 0; i < count; i++) {
        table[i] = 3 * i + 2;
        if (i == 1)
            table[0] = 5;
    }
    if (place >= 0 && place < count)
        assert(table[place] == 3 * place + 2); // ERROR(CWE-617)
    return 0;
}
