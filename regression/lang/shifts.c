//@ verdict: true
//@ models: ILP32 LP64
// Shifts: arithmetic for negative ints, logical for unsigned; the type is that of the promoted left operand.
#include <assert.h>

static unsigned rotate_left(unsigned word, unsigned by) {
    by &= 31;
    return by == 0 ? word : (word << by) | (word >> (32 - by));
}

int main(void) {
    assert((-16 >> 2) == -4);
    assert((-1 >> 31) == -1);
    assert((0x80000000u >> 31) == 1);
    assert((1u << 31) == 2147483648u);
    assert((1ull << 40) == 1099511627776ull);

    unsigned char byte = 0x81;
    assert((byte << 1) == 0x102);
    assert((unsigned char)(byte << 1) == 2);

    assert(rotate_left(0x80000001u, 1) == 3u);
    assert(rotate_left(0x12345678u, 8) == 0x34567812u);
    assert(rotate_left(7u, 32) == 7u);
    assert(sizeof(byte << 1ll) == sizeof(int));
    return 0;
}
