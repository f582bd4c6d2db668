//@ args: --property unreach-call
//@ verdict: true
//@ models: ILP32 LP64
// Identities of machine arithmetic hold for every input.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static unsigned bits_set(unsigned x) {
    x -= x >> 1 & 0x55555555u;
    x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0fu;
    return x * 0x01010101u >> 24;
}

int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
    if ((x ^ y) + 2 * (x & y) != x + y)
        reach_error();
    if (bits_set(x) + bits_set(~x) != 32)
        reach_error();
    if (-x != ~x + 1)
        reach_error();
    return 0;
}
