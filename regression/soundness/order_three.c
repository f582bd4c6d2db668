//@ verdict: false(unreach-call)
//@ args: --property unreach-call
//@ harness: hidden (the compiler takes one order)
// With three arguments that interfere, the middle one may come first.
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

static int last, first;

static int note(int d) {
    if (!first)
        first = d;
    last = d;
    return d;
}

static int three(int a, int b, int c) { return a + b + c; }

int main(void) {
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    three(note(1), note(2), note(3));
    if (first == 2 && last == 1)
        reach_error(); // ERROR(CWE-617)
    return 0;
}
