//@ args: --property termination
//@ verdict: unknown
//@ models: ILP32 LP64
// Termination is a property that is not decided.
int main(void) {
    for (int i = 0; i < 3; i++)
        ;
    return 0;
}
