//@ verdict: true
//@ models: ILP32 LP64
// Layout that both models share: padding, nesting, arrays, alignment, packed structs, unevaluated operands.
#include <assert.h>
#include <stddef.h>

struct padded {
    char a;
    int b;
    char c;
};

struct __attribute__((packed)) packed {
    char a;
    int b;
    short c;
};

struct nested {
    char tag;
    struct padded inner;
    char tail[3];
};

union mixed {
    char bytes[7];
    int word;
};

_Static_assert(sizeof(struct padded) == 12, "padded at the end as well");
_Static_assert(sizeof(struct packed) == 7, "no padding");
_Static_assert(offsetof(struct packed, c) == 5, "packed offset");
_Static_assert(sizeof(union mixed) == 8, "size is a multiple of the alignment");
_Static_assert(_Alignof(struct packed) == 1, "packed alignment");

int main(void) {
    assert(offsetof(struct nested, inner) == 4 && offsetof(struct nested, tail) == 16);
    assert(sizeof(struct nested) == 20 && _Alignof(struct nested) == 4);
    assert(offsetof(struct nested, inner.b) == 8 && offsetof(struct nested, tail[2]) == 18);
    struct packed p = {'x', 0x01020304, 5};
    assert(((unsigned char *)&p)[1] == 4 && p.b == 0x01020304);

    int evaluated = 0;
    assert(sizeof(evaluated++) == 4 && evaluated == 0);
    short array[3][4];
    assert(sizeof array == 24 && sizeof array[0] == 8 && sizeof &array[0] == sizeof(void *));
    assert(sizeof(char) == 1 && sizeof(short) == 2 && sizeof(long long) == 8 && sizeof(double) == 8);
    return 0;
}
