//@ verdict: false(unreach-call)
//@ args: --property unreach-call
//@ harness: hidden (the compiler takes one order)
// The arguments of a call are evaluated in an order of the compiler's choice.
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

static int n;

static int digit(int d) {
    n = n * 10 + d;
    return d;
}

static int pair(int a, int b) { return a + b; }

int main(void) {
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    pair(digit(1), digit(2));
    if (n != 12)
        reach_error(); // ERROR(CWE-617)
    return 0;
}
