//@ verdict: false(unreach-call)
//@ args: --property unreach-call
//@ models: ILP32 LP64
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int values[1000];

int main(void)
{
    unsigned long long parity = 0;
    for (int i = 0; i < 1000; i++)
        values[i] = __VERIFIER_nondet_int() & 15;
    for (int i = 0; i < 1000; i++) {
        parity ^= values[i];
        if (parity > 14)
            reach_error(); // ERROR(CWE-617)
    }
    return 0;
}
