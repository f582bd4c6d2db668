//@ args: --property unreach-call
//@ verdict: unknown
// No execution at random opens the lock, but there is one that ends before the error function is reached.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int *nowhere = 0;
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    *nowhere = 1;
    reach_error();
    return 0;
}
