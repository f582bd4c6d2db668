//@ verdict: false(unreach-call)
//@ args: --property unreach-call
//@ models: ILP32 LP64
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
        values[i] = i == 2 ? 4 : 3;
    for (int i = 0; i < n; i++) {
        sum += values[i];
        if (sum != 3 * (i + 1))
            reach_error(); // ERROR(CWE-617)
    }
    return sum == 0;
}
