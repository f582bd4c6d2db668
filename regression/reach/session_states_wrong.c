//@ args: --property assertions
//@ verdict: false(assertions)
// As session_states, but a session that is not resumed may leave out a step.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int state = 100, next = __VERIFIER_nondet_int(), step = 0, resumed = __VERIFIER_nondet_int();
    while (1) {
        if (state == 100) {
            state = 110;
        } else if (state == 110) {
            if (__VERIFIER_nondet_int())
                return 0;
            state = resumed ? 170 : 120;
        } else if (state == 120) {
            if (step == 0)
                step = 1;
            next = 130;
            state = 190;
        } else if (state == 130) {
            if (step == 1)
                step = 2;
            state = __VERIFIER_nondet_int() ? 140 : 160;
        } else if (state == 140) {
            next = 150;
            state = 190;
        } else if (state == 150) {
            if (step == 2)
                step = 3;
            state = 160;
        } else if (state == 160) {
            state = 170;
        } else if (state == 170) {
            assert(resumed || step == 3); // ERROR(CWE-617)
            if (step == 3)
                step = 4;
            next = 180;
            state = 190;
        } else if (state == 180) {
            assert(resumed || step == 4);
            return 0;
        } else if (state == 190) {
            if (__VERIFIER_nondet_int())
                state = next;
        } else {
            assert(0);
        }
    }
}
