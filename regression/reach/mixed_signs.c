//@ args: --property unreach-call
//@ verdict: false(unreach-call)
//@ models: ILP32 LP64
// A negative int slips past a check that compares it with an unsigned size.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int offset = __VERIFIER_nondet_int();
    unsigned size = 10;
    if (offset > 5)
        return 0;
    if (offset > size)
        reach_error(); // ERROR(CWE-617)
    return 0;
}
