//@ verdict: true
//@ models: ILP32 LP64
// Conversions between floats and integers of all widths, in assignments, arguments and returns.
#include <assert.h>
#include <stdint.h>

static float shrink(double x) { return x; }
static uint8_t to_byte(float x) { return x; }
static double widen(int64_t x) { return x; }

int main(void) {
    assert(shrink(0.1) != 0.1 && shrink(0.5) == 0.5);
    assert(to_byte(255.9f) == 255 && to_byte(-0.9f) == 0);
    assert(widen(-3) / 2 == -1.5);
    int64_t big = (int64_t)9007199254740993.0;
    assert(big == 9007199254740992);
    assert((uint64_t)1.8e19 == 18000000000000000000u);
    assert((int)-1e9 == -1000000000 && (short)-32768.7 == -32768);
    assert((float)UINT32_MAX == 4294967296.0f);
    assert((double)UINT64_MAX == 18446744073709551616.0);
    assert((float)((1 << 24) + 3) == 16777220.0f);
    int i = 10;
    i /= 0.25;
    assert(i == 40);
    i -= 0.5;
    assert(i == 39);
    char c = 'a' + 1.0;
    assert(c == 'b');
    assert(3 > 2.5f && -1 < 0.0 && 1u - 2 > 0.0);
    assert(!0.0 && !!0.1 && (0.1 ? 1 : 0) && (0.0 || -0.5));
    return 0;
}
