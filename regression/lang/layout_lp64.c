//@ args: --64
//@ verdict: true
// Layout on LP64: pointers, long and eight-byte members have and are aligned to eight bytes.
#include <assert.h>
#include <stddef.h>

struct mixed {
    char tag;
    long long wide;
    void *pointer;
    double real;
    char last;
};

int main(void) {
    assert(sizeof(void *) == 8 && sizeof(long) == 8 && sizeof(size_t) == 8 && sizeof(ptrdiff_t) == 8);
    assert(offsetof(struct mixed, wide) == 8);
    assert(offsetof(struct mixed, pointer) == 16);
    assert(offsetof(struct mixed, real) == 24);
    assert(sizeof(struct mixed) == 40);
    assert(sizeof(long double) == 16);
    assert(sizeof(struct { long long w; char c; }) == 16);
    struct mixed m = {'a', 1ll << 40, &m, 0.5, 'z'};
    assert(((char *)&m)[32] == 'z' && m.pointer == &m && m.wide >> 40 == 1);
    return 0;
}
