//@ args: --property no-overflow
//@ verdict: true
//@ models: ILP32 LP64
// An average that is computed without leaving the range of int.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int middle = (a & b) + ((a ^ b) >> 1);
    return middle > 0;
}
