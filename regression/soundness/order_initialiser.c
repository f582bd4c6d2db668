//@ verdict: false(unreach-call)
//@ args: --property unreach-call
//@ harness: hidden (the compiler takes one order)
// The elements of an initialiser are evaluated in no fixed order.
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

static int n;

static int next(void) { return n++; }

int main(void) {
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    int a[2] = {next(), next()};
    if (a[0] == 1)
        reach_error(); // ERROR(CWE-617)
    return 0;
}
