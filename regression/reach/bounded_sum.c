//@ args: --property unreach-call
//@ verdict: true
//@ models: ILP32 LP64
// The relation between two counters of a loop is what keeps the error away.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n < 1000);
    unsigned up = 0, down = n;
    while (down > 0) {
        up++;
        down--;
    }
    if (up != n)
        reach_error();
    return 0;
}
