//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// A pointer to a variable of the loop body is kept and read when the loop is over.
int main(void) {
    const int *largest = 0;
    for (int i = 0; i < 4; i++) {
        int square = i * i;
        if (!largest || i == 3)
            largest = &square;
        square++;
    }
    return *largest; // ERROR(CWE-562)
}
