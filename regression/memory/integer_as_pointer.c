//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// An integer that is the address of nothing is written through.
int main(void) {
    int *device = (int *)0x40;
    *device = 1; // ERROR(CWE-822)
    return 0;
}
