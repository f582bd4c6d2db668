//@ verdict: true
//@ args: --property unreach-call
// A pointer near its object is not null, and near pointers are ordered by their offsets.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[8] = {0};
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 8)
        return 0;
    int *p = a + n;
    if (!p)
        reach_error();
    int count = 0;
    for (int *q = p - 1; q >= a; q--)
        count++;
    if (count != n)
        reach_error();
    return 0;
}
