//@ verdict: false(unreach-call)
//@ args: --property unreach-call
// What fails whether or not equal string literals are one object.
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
    const char *a = "text", *b = "text", *c = "other";
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    if (a != c && a[1] == b[1] && (a == b || a != b))
        reach_error(); // ERROR(CWE-617)
    return 0;
}
