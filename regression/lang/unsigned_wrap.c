//@ verdict: true
//@ models: ILP32 LP64
// Unsigned arithmetic is modular: wrap of sums, differences, products and negation; a cyclic sequence number.
#include <assert.h>
#include <limits.h>

static int newer(unsigned char a, unsigned char b) {
    return (signed char)(a - b) > 0;
}

int main(void) {
    unsigned zero = 0;
    assert(zero - 1 == UINT_MAX && UINT_MAX + 1 == 0);
    assert(65536u * 65536u == 0 && 3000000000u * 2 == 1705032704u);
    assert(-1u == UINT_MAX && -2147483648u == 2147483648u);
    unsigned short s = 0;
    s--;
    assert(s == 65535);
    assert(newer(2, 250) && !newer(250, 2) && newer(129, 128));
    unsigned elapsed = 5u - 4294967290u;
    assert(elapsed == 11);
    return 0;
}
