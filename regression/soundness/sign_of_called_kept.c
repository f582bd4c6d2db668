//@ verdict: true
//@ args: --property unreach-call
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

static int negative(int x)
{
    return x < 0;
}

static short half(unsigned short x)
{
    return (short)(x / 2);
}

int main(void)
{
    unsigned (*test)(unsigned) = (unsigned (*)(unsigned))negative;
    unsigned short (*halve)(short) = (unsigned short (*)(short))half;
    unsigned x = __VERIFIER_nondet_uint();
    if (test(x) != x >> 31)
        reach_error();
    if (halve(-2) != 0x7fff)
        reach_error();
    return 0;
}
