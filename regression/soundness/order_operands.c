//@ verdict: false(unreach-call)
//@ args: --property unreach-call
//@ harness: hidden (the compiler takes one order)
// One operand reads what the call in the other one writes.
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

static int n = 1;

static int set(int to) {
    n = to;
    return 0;
}

int main(void) {
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    if (n + set(5) != 1)
        reach_error(); // ERROR(CWE-617)
    return 0;
}
