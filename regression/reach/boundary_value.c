//@ args: --property unreach-call
//@ verdict: false(unreach-call)
//@ models: ILP32 LP64
// The absolute value of the smallest int is negative when computed by wrapping.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int magnitude(int x) {
    return x < 0 ? (int)-(unsigned)x : x;
}

int main(void) {
    if (magnitude(__VERIFIER_nondet_int()) < 0)
        reach_error(); // ERROR(CWE-617)
    return 0;
}
