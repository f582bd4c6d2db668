//@ verdict: true
//@ models: ILP32 LP64
// Operands narrower than int are promoted to int before they are added, shifted or complemented.
#include <assert.h>

int main(void) {
    unsigned char high = 200, low = 100;
    assert(high + low == 300);
    assert((unsigned char)(high + low) == 44);
    assert(~high == -201);
    assert((high << 1) == 400);

    short negative = -1;
    unsigned short wide = 65535;
    assert(negative != wide);
    assert((unsigned short)negative == wide);
    assert(sizeof(high + low) == sizeof(int));
    assert(-wide == -65535);
    return 0;
}
