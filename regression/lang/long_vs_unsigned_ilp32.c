//@ args: --32
//@ verdict: true
// On ILP32 long cannot hold every unsigned int, so the comparison is done in unsigned long.
#include <assert.h>
#include <limits.h>

int main(void) {
    _Static_assert(sizeof(long) == 4 && sizeof(void *) == 4, "ILP32");
    long minus_one = -1L;
    unsigned int one = 1u;
    assert(minus_one > one);
    assert(minus_one + one == 0);
    assert(LONG_MAX == INT_MAX);
    assert(sizeof 2147483648 == 8);
    assert(sizeof 0x80000000 == 4);
    assert(-2147483648 < 0);
    assert(-0x80000000 > 0);
    return 0;
}
