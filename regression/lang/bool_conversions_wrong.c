//@ verdict: false(assertions)
//@ models: ILP32 LP64
// A home-made boolean type of a char loses the bits above the eighth.
#include <assert.h>

typedef unsigned char boolean;

static boolean is_set(unsigned flags, unsigned mask) {
    return flags & mask;
}

int main(void) {
    assert(is_set(0x180, 0x080));
    assert(is_set(0x180, 0x100)); // ERROR(CWE-617)
    return 0;
}
