//@ verdict: false(assertions)
//@ models: ILP32 LP64
// An input character is used as a table index although plain char may be negative.
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
    char c = __VERIFIER_nondet_char();
    assert((c & 0x7f) >= 0);
    assert(c >= 0); // ERROR(CWE-617)
    return 0;
}
