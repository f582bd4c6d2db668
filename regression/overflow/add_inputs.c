//@ args: --property no-overflow
//@ verdict: false(no-overflow)
//@ models: ILP32 LP64
// The sum of two arbitrary ints does not always fit.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int middle = (a + b) / 2; // ERROR(CWE-190)
    return middle > 0;
}
