//@ verdict: true
//@ models: ILP32 LP64
// Bit-fields truncate on assignment, sign-extend on reading, and do not disturb their neighbours.
#include <assert.h>

struct packet {
    unsigned version : 4;
    signed delta : 3;
    unsigned ready : 1;
    unsigned length : 24;
};

int main(void) {
    struct packet p = {15, -4, 1, 0xabcdef};
    _Static_assert(sizeof(struct packet) == 4, "one unit");
    assert(p.version == 15 && p.delta == -4 && p.ready == 1 && p.length == 0xabcdef);

    p.version += 1;
    assert(p.version == 0);
    p.delta = 5;
    assert(p.delta == -3);
    p.length++;
    assert(p.length == 0xabcdf0 && p.ready == 1);

    unsigned word = *(unsigned *)&p;
    assert(word == (0u | 5u << 4 | 1u << 7 | 0xabcdf0u << 8));
    assert((p.ready = 2) == 0);
    return 0;
}
