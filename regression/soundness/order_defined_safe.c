//@ verdict: true
//@ args: --property unreach-call
// Sequence points, and what comes before a store, keep these in order.
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

static int twice(int x) { return 2 * x; }

int main(void) {
    int i = 1, j = 1, a[4] = {1, 2, 3, 4}, *p = a;
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    i = (i++, 5);
    j = twice(j++);
    *p = p[1];
    p = p + (p[0] == 2);
    if (i != 5 || j != 2 || *p != 2 || (i++ && i != 6))
        reach_error();
    return 0;
}
