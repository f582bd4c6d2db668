//@ verdict: unknown
//@ args: --property unreach-call
// What is at a fixed address is not known.
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    if (*(volatile unsigned *)0x40021000 == 1)
        reach_error();
    return 0;
}
