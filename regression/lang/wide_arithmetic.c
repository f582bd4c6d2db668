//@ verdict: true
//@ models: ILP32 LP64
// 64-bit arithmetic in both models: products, quotients, shifts across the middle, comparisons, conversions.
#include <assert.h>
#include <stdint.h>

static uint64_t mix(uint64_t x) {
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdull;
    x ^= x >> 33;
    return x;
}

static int64_t gcd(int64_t a, int64_t b) {
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

int main(void) {
    int64_t million = 1000000;
    assert(million * million == 1000000000000ll);
    assert(-million * million / 7 == -142857142857ll && -million * million % 7 == -1);
    assert((1ull << 63) >> 31 == 4294967296ull);
    assert((int64_t)0x8000000000000000ull < 0);
    assert((uint32_t)0x123456789abcdef0ull == 0x9abcdef0u);
    assert((int32_t)0x1ffffffffull == -1);
    assert(mix(1) == 0xff51afd792fd5b26ull);
    assert(gcd(1071ll << 20, 462ll << 20) == 21ll << 20);
    uint32_t low = 0xffffffffu;
    assert((uint64_t)low + 1 == 1ull << 32 && low + 1 == 0);
    assert((int64_t)-1 > (int64_t)-2 && (uint64_t)-1 > (uint32_t)-1);
    return 0;
}
