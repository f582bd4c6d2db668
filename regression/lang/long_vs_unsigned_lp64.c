//@ args: --64
//@ verdict: true
// On LP64 long holds every unsigned int, so the comparison is done in long.
#include <assert.h>
#include <limits.h>

int main(void) {
    _Static_assert(sizeof(long) == 8 && sizeof(void *) == 8, "LP64");
    long minus_one = -1L;
    unsigned int one = 1u;
    assert(minus_one < one);
    assert(minus_one + one == 0);
    assert(LONG_MAX > INT_MAX);
    assert((unsigned long)minus_one == 18446744073709551615ul);
    assert(sizeof(4294967296) == sizeof(long));
    return 0;
}
