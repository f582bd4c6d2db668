//@ verdict: true
//@ models: ILP32 LP64
// Compound assignment computes in the promoted or common type and converts back, once per evaluation.
#include <assert.h>

int main(void) {
    unsigned char byte = 250;
    byte += 10;
    assert(byte == 4);
    byte -= 5;
    assert(byte == 255);
    byte >>= 1;
    assert(byte == 127);
    byte <<= 3;
    assert(byte == 248);
    byte = 100;
    byte *= 2.5;
    assert(byte == 250);

    signed char small = -128;
    small /= -1;
    assert(small == -128);
    short s = 10;
    s -= 20u;
    assert(s == -10);
    s %= 4;
    assert(s == -2);
    int n = 7;
    n *= 0.5;
    assert(n == 3);
    unsigned u = 5;
    u += -6;
    assert(u == 4294967295u);
    int array[3] = {1, 2, 3}, i = 0;
    array[i++] += 10;
    assert(i == 1 && array[0] == 11);
    return 0;
}
