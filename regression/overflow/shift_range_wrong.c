//@ verdict: false(shift-range)
//@ args: --property shift-range
// The amount may be as large as the width.
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned amount = __VERIFIER_nondet_uint();
    if (amount > 32)
        return 0;
    return (1u << amount) != 0; // ERROR(CWE-1335)
}
