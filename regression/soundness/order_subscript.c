//@ verdict: false(unreach-call)
//@ args: --property unreach-call
//@ harness: hidden (the compiler takes one order)
// The index on the left may be read after the right side has changed it.
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

static int at;
static int a[2];

static int move(void) {
    at = 1;
    return 7;
}

int main(void) {
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    a[at] = move();
    if (a[1] == 7)
        reach_error(); // ERROR(CWE-617)
    return 0;
}
