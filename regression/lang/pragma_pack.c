//@ verdict: true
//@ models: ILP32 LP64
// #pragma pack bounds the alignment of members until it is popped; types outside keep their padding.
#include <assert.h>
#include <stddef.h>

struct before {
    char tag;
    int value;
};

#pragma pack(push, 1)
struct wire {
    char tag;
    int value;
    short tail;
};
#pragma pack(2)
struct halves {
    char tag;
    int value;
};
#pragma pack(pop)

struct after {
    char tag;
    int value;
};

int main(void) {
    assert(sizeof(struct before) == 8 && sizeof(struct after) == 8);
    assert(sizeof(struct wire) == 7 && offsetof(struct wire, tail) == 5);
    assert(sizeof(struct halves) == 6 && offsetof(struct halves, value) == 2);
    struct wire pair[2] = {{1, 0x01020304, 5}, {2, -1, 6}};
    const unsigned char *bytes = (const unsigned char *)pair;
    assert(bytes[1] == 4 && bytes[4] == 1 && bytes[7] == 2 && bytes[8] == 0xff);
    assert(pair[1].value == -1 && pair[1].tail == 6);
    return 0;
}
