//@ verdict: false(assertions)
//@ models: ILP32 LP64
// A missing break lets one input value take the actions of two cases.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int command = __VERIFIER_nondet_int();
    int actions = 0;
    switch (command) {
    case 11:
        actions++;
        break;
    case 22:
        actions++;
    case 33:
        actions++;
        break;
    }
    assert(actions <= 1); // ERROR(CWE-617)
    return 0;
}
