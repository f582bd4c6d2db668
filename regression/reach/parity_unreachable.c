//@ args: --property unreach-call
//@ verdict: true
//@ models: ILP32 LP64
// A counter that moves in steps of two never becomes odd, however long the loop runs.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    unsigned counter = 10;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            counter += 2;
        else
            counter -= 4;
        if (counter % 2 == 1)
            reach_error();
    }
    return 0;
}
