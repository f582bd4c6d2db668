//@ verdict: false(division-by-zero)
//@ args: --property division-by-zero
// A divisor that is zero behind a lock.
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned key = __VERIFIER_nondet_uint();
    if (key * 3u != 370370367u)
        return 0;
    return 100 % (int)(key - 123456789u); // ERROR(CWE-369)
}
