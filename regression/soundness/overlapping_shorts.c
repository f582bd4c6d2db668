//@ verdict: false(unreach-call)
//@ args: --property unreach-call
// A short at any byte of a static buffer.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned char buffer[16];

int main(void)
{
    unsigned i = __VERIFIER_nondet_uint();
    if (i >= 4)
        return 0;
    *(short *)(buffer + i) = -1;
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    if (i == 2 && buffer[3] == 255)
        reach_error(); // ERROR(CWE-617)
    return 0;
}
