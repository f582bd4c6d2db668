//@ verdict: true
//@ args: --property unreach-call
//@ models: ILP32 LP64
// A sum that is wider than an address, over an array of any length.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 100000)
        return 0;
    short values[n];
    long long sum = 0;
    for (int i = 0; i < n; i++)
        values[i] = 3;
    for (int i = 0; i < n; i++) {
        sum += values[i];
        if (values[i] != 3)
            reach_error();
    }
    return sum == 0;
}
