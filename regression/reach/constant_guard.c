//@ args: --property unreach-call
//@ verdict: false(unreach-call)
//@ models: ILP32 LP64
// The error is behind a comparison with a constant of the program.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int password = __VERIFIER_nondet_int();
    if (password == 90210)
        reach_error(); // ERROR(CWE-617)
    return 0;
}
