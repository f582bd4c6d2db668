//@ args: --property no-overflow
//@ verdict: true
//@ models: ILP32 LP64
// Unsigned arithmetic wraps and never overflows, for any inputs.
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    unsigned mixed = a * b - a + b;
    mixed = -mixed;
    mixed -= 1;
    int sign = mixed > a;
    return sign;
}
