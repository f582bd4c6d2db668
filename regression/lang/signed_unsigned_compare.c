//@ verdict: true
//@ models: ILP32 LP64
// A comparison between int and unsigned int converts the int; one with a narrower unsigned type does not.
#include <assert.h>
#include <limits.h>

int main(void) {
    int minus_one = -1;
    unsigned int one = 1u;
    assert(minus_one > one);
    assert((unsigned)minus_one == UINT_MAX);

    unsigned short small = 1;
    assert(minus_one < small);

    long long wide = -1;
    assert(wide < one);

    int reached_zero = 0;
    for (unsigned i = 3; i <= 3; i--)
        reached_zero += i == 0;
    assert(reached_zero == 1);
    return 0;
}
