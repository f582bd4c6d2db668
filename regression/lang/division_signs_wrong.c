//@ verdict: false(assertions)
//@ models: ILP32 LP64
// An index is wrapped with a remainder that becomes negative for some input.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int step = __VERIFIER_nondet_int();
    int slot = step % 8;
    assert(slot < 8);
    assert(slot >= 0); // ERROR(CWE-617)
    return 0;
}
