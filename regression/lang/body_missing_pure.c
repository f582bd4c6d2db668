//@ verdict: false(assertions)
//@ args: --assume-any temperature
//@ models: ILP32 LP64
// A function without a body and without pointers returns anything, if the user allows that.
#include <assert.h>

int temperature(void);

int main(void) {
    int t = temperature();
    assert(t == 0 || t != 0);
    assert(t > -300); // ERROR(CWE-617)
    return 0;
}
