//@ verdict: false(unreach-call)
//@ args: --property unreach-call
// The parameter of a function that is only called by pointer holds what the caller gives, whatever sign that has.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

static int last;

static int keep(int x)
{
    if (x == 4)
        last = x;
    return last;
}

int main(void)
{
    unsigned (*function)(unsigned) = (unsigned (*)(unsigned))keep;
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    for (unsigned i = 0; i < 5; i++)
        function(i);
    if (last == 4)
        reach_error(); // ERROR(CWE-617)
    return 0;
}
