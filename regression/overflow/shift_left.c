//@ args: --property no-overflow
//@ verdict: false(no-overflow)
//@ models: ILP32 LP64
// A byte is shifted into the sign of an `int`, to which it was promoted.
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char high = __VERIFIER_nondet_uchar();
    int word = high << 24; // ERROR(CWE-190)
    return word == 0;
}
