//@ verdict: false(assertions)
//@ models: ILP32 LP64
// Of two numbers that are as near, `rint` takes the even one.
#include <assert.h>
#include <math.h>

int main(void) {
    volatile double x = 2.5;
    assert(round(x) == 3.0);
    assert(rint(x) == 3.0); // ERROR(CWE-617)
    return 0;
}
