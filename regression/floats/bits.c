//@ verdict: true
//@ models: ILP32 LP64
// The bits of a number in memory are those of the format; its sign is its highest bit.
#include <assert.h>
#include <math.h>
#include <string.h>

float __VERIFIER_nondet_float(void);

union view {
    float number;
    unsigned bits;
    unsigned char bytes[4];
};

int main(void) {
    union view one;
    one.number = 1.0f;
    assert(one.bits == 0x3f800000u && one.bytes[3] == 0x3f && one.bytes[0] == 0);
    float x = __VERIFIER_nondet_float();
    unsigned bits;
    memcpy(&bits, &x, sizeof bits);
    assert(!!signbit(x) == bits >> 31);
    if (x > 0.0f)
        assert(!signbit(x) && bits - 1u < 0x7f800000u);
    union view changed;
    changed.bits = bits ^ 0x80000000u;
    assert(changed.number == -x || x != x);
    changed.bits = bits & 0x7fffffffu;
    assert(changed.number == fabsf(x) || x != x);
    return 0;
}
