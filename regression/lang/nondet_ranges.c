//@ verdict: true
//@ models: ILP32 LP64
// Inputs take values of their types only: ranges, bool, and conversions between them hold for all.
#include <assert.h>
#include <stdbool.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned char byte = __VERIFIER_nondet_uchar();
    short small = __VERIFIER_nondet_short();
    bool flag = __VERIFIER_nondet_bool();
    int word = __VERIFIER_nondet_int();
    assert(byte <= 255 && small >= -32768 && small <= 32767 && (flag == 0 || flag == 1));
    assert((unsigned char)(byte + 256) == byte);
    assert((short)(unsigned short)small == small);
    assert((int)(unsigned)word == word);
    assert((word & 1) == 0 || (word & 1) == 1);
    assert((signed char)byte == byte || (signed char)byte == byte - 256);
    return 0;
}
