//@ verdict: false(unreach-call)
//@ args: --property unreach-call
//@ harness: hidden (the compiler takes one order)
// A call that ends the program may come after the other one.
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

void exit(int);

static int leave(void) {
    exit(0);
    return 0;
}

static int fail(void) {
    reach_error(); // ERROR(CWE-617)
    return 0;
}

int main(void) {
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    return leave() + fail();
}
