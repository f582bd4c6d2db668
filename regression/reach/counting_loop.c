//@ args: --property unreach-call
//@ verdict: false(unreach-call)
//@ models: ILP32 LP64
// The error needs a handful of rounds of a loop whose length is an input.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned rounds = __VERIFIER_nondet_uint() % 20;
    unsigned value = 1;
    while (rounds-- > 0)
        value = value * 3 % 17;
    if (value == 5)
        reach_error(); // ERROR(CWE-617)
    return 0;
}
