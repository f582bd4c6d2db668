//@ args: --property assertions
//@ verdict: false(assertions)
// As array_copied, but the copy is compared with a source that has changed meanwhile.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int from[700], to[700], i, count = __VERIFIER_nondet_int();
    if (count < 0 || count > 700)
        return 0;
    for (i = 0; i < count; i++) {
        to[i] = from[i];
        if (i > 0)
            from[i - 1] = 1;
    }
    for (i = 0; i < count; i++)
        assert(to[i] == from[i]); // ERROR(CWE-617)
    return 0;
}
