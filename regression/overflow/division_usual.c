//@ verdict: false(division-by-zero)
// What ends a program with a signal is looked for without being asked for.
unsigned __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int();
    if (__VERIFIER_nondet_uint() * 3u != 370370367u || a != 0)
        return 0;
    return 7 / a; // ERROR(CWE-369)
}
