//@ args: --property no-overflow
//@ verdict: false(no-overflow)
//@ models: ILP32 LP64
// The smallest int has no negative.
extern int __VERIFIER_nondet_int(void);

static int absolute(int x) {
    return x < 0 ? -x : x; // ERROR(CWE-190)
}

int main(void) {
    return absolute(__VERIFIER_nondet_int()) > 3;
}
