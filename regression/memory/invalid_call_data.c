//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// A pointer to data is cast to a function pointer and called.
static int instructions[4];

int main(void) {
    int (*routine)(void) = (int (*)(void))instructions;
    return routine(); // ERROR(CWE-822)
}
