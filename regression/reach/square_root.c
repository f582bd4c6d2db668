//@ args: --property unreach-call
//@ verdict: false(unreach-call)
//@ models: ILP32 LP64
// The error needs the square root of a constant, which takes solving.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 0 && x < 40000 && x * x == 1234321)
        reach_error(); // ERROR(CWE-617)
    return 0;
}
