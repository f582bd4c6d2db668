//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// A pointer to a variable of an inner block is written through after the block.
int main(void) {
    int outer = 0;
    int *where = &outer;
    {
        int inner = 1;
        where = &inner;
        *where = 2;
    }
    *where = 3; // ERROR(CWE-562)
    return outer;
}
