//@ verdict: false(unreach-call)
//@ args: --property unreach-call
// A function is called through a pointer to functions of the other sign, as compiled programs do.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

static int negative(int x)
{
    return x < 0;
}

int main(void)
{
    unsigned (*test)(unsigned) = (unsigned (*)(unsigned))negative;
    unsigned x = __VERIFIER_nondet_uint();
    if (x * 3u != 370370367u + 3u * 0x80000000u)
        return 0;
    if (test(x))
        reach_error(); // ERROR(CWE-617)
    return 0;
}
