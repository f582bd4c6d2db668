//@ verdict: true
//@ args: --property unreach-call
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned i = 0;
    while (i < n)
        i++;
    if (i != n)
        reach_error();
    return 0;
}
