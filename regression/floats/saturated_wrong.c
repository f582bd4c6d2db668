//@ verdict: false(assertions)
//@ args: --property assertions
// What is not a number passes both tests.
#include <assert.h>

float __VERIFIER_nondet_float(void);
int __VERIFIER_nondet_int(void);

int main(void) {
    float level = 0.0f;
    while (__VERIFIER_nondet_int()) {
        level += __VERIFIER_nondet_float();
        if (level > 10.0f)
            level = 10.0f;
        if (level < -10.0f)
            level = -10.0f;
        assert(level >= -10.0f && level <= 10.0f); // ERROR(CWE-617)
    }
    return 0;
}
