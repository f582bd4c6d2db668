//@ verdict: false(assertions)
//@ models: ILP32 LP64
// Expects the sum of two unsigned chars to wrap at 256, which promotion to int prevents.
#include <assert.h>

int main(void) {
    unsigned char high = 200, low = 100;
    unsigned char sum = high + low;
    assert(sum == 44);
    assert(high + low == 44); // ERROR(CWE-617)
    return 0;
}
