//@ verdict: false(assertions)
//@ models: ILP32 LP64
// Adding a tenth ten times in double does not give exactly one.
#include <assert.h>

int main(void) {
    volatile double sum = 0;
    for (int i = 0; i < 10; i++)
        sum = sum + 0.1;
    assert(sum > 0.999 && sum < 1.001);
    assert(sum == 1.0); // ERROR(CWE-617)
    return 0;
}
