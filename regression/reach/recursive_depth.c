//@ args: --property unreach-call
//@ verdict: true
//@ today: unknown
//@ models: ILP32 LP64
// A recursion whose depth is an input computes what the loop computes.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

static unsigned triangle(unsigned n) {
    return n == 0 ? 0 : n + triangle(n - 1);
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uchar();
    if (triangle(n) != n * (n + 1) / 2)
        reach_error();
    return 0;
}
