//@ verdict: unknown
//@ args: --property unreach-call
// Whether equal string literals are one object is open.
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
    const char *a = "text", *b = "text";
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    if (a == b)
        reach_error();
    return 0;
}
