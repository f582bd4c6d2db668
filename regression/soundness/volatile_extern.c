//@ verdict: false(unreach-call)
//@ args: --property unreach-call
//@ harness: unlinked (the object is defined elsewhere)
// Others may change the object between two reads.
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

extern volatile int hw;

int main(void) {
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    int a = hw, b = hw;
    if (a != b)
        reach_error(); // ERROR(CWE-617)
    return 0;
}
