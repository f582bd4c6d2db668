//@ verdict: unknown
//@ args: --property valid-memsafety
// The only execution divides by zero before it would write to where nothing is.
int main(void)
{
    int zero = 0;
    int number = 1 / zero;
    *(int *)0 = number;
    return 0;
}
