//@ verdict: unknown
//@ args: --property unreach-call
// The index is read and changed without a sequence point between.
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
    int a[3] = {0, 0, 0}, i = 0;
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    a[i] = i++;
    if (a[1] != 0)
        reach_error();
    return 0;
}
