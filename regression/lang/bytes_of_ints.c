//@ verdict: true
//@ models: ILP32 LP64
// Char-wise access to ints is little-endian; bytes can be swapped, copied and reassembled.
#include <assert.h>
#include <stdint.h>
#include <string.h>

struct header {
    uint16_t magic;
    uint16_t length;
    uint32_t sum;
};

static uint32_t big_endian(const unsigned char *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

int main(void) {
    uint32_t word = 0xdeadbeef;
    unsigned char *bytes = (unsigned char *)&word;
    assert(bytes[0] == 0xef && bytes[3] == 0xde);
    assert(big_endian(bytes) == 0xefbeadde);
    bytes[1] = 0;
    assert(word == 0xdead00ef);
    assert(*(uint16_t *)(bytes + 2) == 0xdead);

    unsigned char wire[8] = {0x34, 0x12, 8, 0, 1, 2, 3, 4};
    struct header h;
    memcpy(&h, wire, sizeof h);
    assert(h.magic == 0x1234 && h.length == 8 && h.sum == 0x04030201);
    h.sum++;
    memcpy(wire, &h, sizeof h);
    assert(wire[4] == 2 && wire[7] == 4);

    double one = 1.0;
    uint64_t image;
    memcpy(&image, &one, sizeof image);
    assert(image == 0x3ff0000000000000ull);
    return 0;
}
