//@ verdict: false(unreach-call)
//@ args: --property unreach-call
//@ harness: hidden (the compiler takes one order)
// The old value of a compound assignment may be read before the right side changes it.
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

static int total = 1;

static int grow(void) {
    total = 10;
    return 2;
}

int main(void) {
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    total += grow();
    if (total == 3)
        reach_error(); // ERROR(CWE-617)
    return 0;
}
