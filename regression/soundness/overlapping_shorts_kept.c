//@ verdict: true
//@ args: --property unreach-call
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned char buffer[16];

int main(void)
{
    unsigned i = __VERIFIER_nondet_uint();
    if (i >= 4)
        return 0;
    *(short *)(buffer + i) = -1;
    for (unsigned at = 0; at < 6; at++)
        if (buffer[at] != (at == i || at == i + 1 ? 255 : 0))
            reach_error();
    return 0;
}
