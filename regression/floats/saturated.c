//@ verdict: true
//@ args: --property assertions
// A float that is cut off at its limits in every round.
#include <assert.h>

float __VERIFIER_nondet_float(void);
int __VERIFIER_nondet_int(void);

int main(void) {
    float level = 0.0f;
    while (__VERIFIER_nondet_int()) {
        level += __VERIFIER_nondet_float();
        if (level > 10.0f)
            level = 10.0f;
        if (!(level >= -10.0f))
            level = -10.0f;
        assert(level >= -10.0f && level <= 10.0f);
    }
    assert(level != 11.0f);
    return 0;
}
