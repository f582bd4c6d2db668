//@ verdict: true
//@ args: --property unreach-call
// Whatever the order of the arguments is, their values are these.
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

static int n;

static int next(int d) {
    n += d;
    return d;
}

static int pair(int a, int b) { return a * 10 + b; }

int main(void) {
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    int p = pair(next(1), next(2));
    if (n != 3 || p != 12)
        reach_error();
    return 0;
}
