//@ verdict: true
//@ models: ILP32 LP64
// The bytes written through one member of a union are read back through another.
#include <assert.h>

union word {
    unsigned value;
    unsigned char bytes[4];
    struct {
        unsigned short low, high;
    };
    float real;
};

int main(void) {
    union word w = {0x11223344};
    assert(w.bytes[0] == 0x44 && w.bytes[3] == 0x11);
    assert(w.low == 0x3344 && w.high == 0x1122);
    w.bytes[1] = 0;
    assert(w.value == 0x11220044);
    w.high = 0xffff;
    assert(w.value == 0xffff0044);
    w.real = 1.0f;
    assert(w.value == 0x3f800000);
    w.value |= 0x80000000u;
    assert(w.real == -1.0f);
    assert(sizeof(union word) == 4);
    return 0;
}
