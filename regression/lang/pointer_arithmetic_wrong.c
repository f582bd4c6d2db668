//@ verdict: false(assertions)
//@ models: ILP32 LP64
// A pointer difference counts elements, not bytes.
#include <assert.h>

int main(void) {
    short samples[16];
    short *from = &samples[3], *to = &samples[11];
    assert((char *)to - (char *)from == 16);
    assert(to - from == 16); // ERROR(CWE-617)
    return 0;
}
