//@ verdict: true
//@ args: --property division-by-zero --property shift-range
// Divisors and amounts are tested before they are used.
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), rest = 0;
    unsigned amount = __VERIFIER_nondet_uint();
    if (n != 0)
        rest = 1000 / n + 1000 % n;
    if (amount < 32)
        rest ^= (int)(1u << amount) & (rest >> amount);
    return rest & 1;
}
