//@ args: --property unreach-call
//@ verdict: false(unreach-call)
//@ models: ILP32 LP64
// Two small inputs under an assumption meet on a line.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0 && x <= 10 && y >= 0 && y <= 10);
    if (x > y + 2)
        reach_error(); // ERROR(CWE-617)
    return 0;
}
