//@ verdict: false(assertions)
// Not all integers are numbers of type float.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int any = __VERIFIER_nondet_int();
    if (any < 0 || any > 100000000)
        return 0;
    assert((int)(float)any == any); // ERROR(CWE-617)
    return 0;
}
