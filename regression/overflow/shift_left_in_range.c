//@ args: --property no-overflow
//@ verdict: true
//@ models: ILP32 LP64
// Shifts whose results are numbers of their types, or whose types are unsigned.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned char high = __VERIFIER_nondet_uchar();
    int word = high << 23;
    unsigned int full = (unsigned int)high << 24;
    long long wide = (long long)__VERIFIER_nondet_int() << 31;
    int mask = 1;
    for (int i = 0; i < 30; i++)
        mask <<= 1;
    return word == 0 && full == 0 && wide == 0 && mask == 0;
}
