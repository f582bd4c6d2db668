//@ verdict: false(assertions)
//@ models: ILP32 LP64
// Expects a right shift of a negative int to bring in zeros.
#include <assert.h>

int main(void) {
    int word = -256;
    assert(((unsigned)word >> 28) == 15u);
    assert((word >> 28) == 15); // ERROR(CWE-617)
    return 0;
}
