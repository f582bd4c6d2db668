//@ args: --property no-overflow
//@ verdict: true
//@ models: ILP32 LP64
// The range of each operand, known from masks and remainders, keeps the arithmetic in bounds.
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int low = __VERIFIER_nondet_int() & 0xffff;
    int remainder = __VERIFIER_nondet_int() % 1000;
    int scaled = low * 32767 + remainder;
    int byte = __VERIFIER_nondet_uchar();
    int shifted = byte * 256 + byte - 1;
    return scaled > shifted;
}
