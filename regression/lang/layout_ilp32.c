//@ args: --32
//@ verdict: true
// Layout on ILP32: pointers and long have four bytes, and eight-byte members are aligned to four.
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
    assert(sizeof(void *) == 4 && sizeof(long) == 4 && sizeof(size_t) == 4 && sizeof(ptrdiff_t) == 4);
    assert(offsetof(struct mixed, wide) == 4);
    assert(offsetof(struct mixed, pointer) == 12);
    assert(offsetof(struct mixed, real) == 16);
    assert(sizeof(struct mixed) == 28);
    assert(sizeof(long double) == 12);
    assert(sizeof(struct { long long w; char c; }) == 12);
    struct mixed m = {'a', 1ll << 40, &m, 0.5, 'z'};
    assert(((char *)&m)[24] == 'z' && m.pointer == &m && m.wide >> 40 == 1);
    return 0;
}
