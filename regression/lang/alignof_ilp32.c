//@ args: --32
//@ verdict: true
// On ILP32 the alignment that a type needs and the one that it prefers differ for eight-byte types.
#include <assert.h>

struct mixed {
    char tag;
    long long wide;
};

int main(void) {
    assert(_Alignof(long long) == 4 && _Alignof(double) == 4);
    assert(__alignof__(long long) == 8 && __alignof__(double) == 8);
    assert(_Alignof(struct mixed) == 4 && sizeof(struct mixed) == 12);
    assert(_Alignof(int) == 4 && __alignof__(int) == 4 && _Alignof(char *) == 4);
    return 0;
}
