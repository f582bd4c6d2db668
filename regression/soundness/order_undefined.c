//@ verdict: unknown
//@ args: --property unreach-call
// A variable is changed twice without a sequence point between: anything may happen.
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
    int i = __VERIFIER_nondet_int();
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    if (i != 3)
        return 0;
    i = i++ + 1;
    if (i != 4)
        reach_error();
    return 0;
}
