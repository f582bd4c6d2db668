//@ verdict: false(assertions)
//@ models: ILP32 LP64
// Expects big-endian bytes from a union on a little-endian target.
#include <assert.h>

union address {
    unsigned value;
    unsigned char octets[4];
};

int main(void) {
    union address localhost;
    localhost.value = 0x7f000001;
    assert(localhost.octets[1] == 0);
    assert(localhost.octets[0] == 127); // ERROR(CWE-617)
    return 0;
}
