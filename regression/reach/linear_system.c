//@ args: --property unreach-call
//@ verdict: false(unreach-call)
//@ models: ILP32 LP64
// Three equations in three inputs with one solution.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > -100000 && x < 100000);
    __VERIFIER_assume(y > -100000 && y < 100000);
    __VERIFIER_assume(z > -100000 && z < 100000);
    if (3 * x + y - 2 * z == 12930 && x - y + z == 1252 && 2 * x + 5 * y + z == 6019)
        reach_error(); // ERROR(CWE-617)
    return 0;
}
