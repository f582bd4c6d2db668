//@ args: --property valid-memsafety
//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// A function returns the address of its local array; the caller reads it.
static int *make_range(int from) {
    int range[3];
    int *start = range;
    for (int i = 0; i < 3; i++)
        start[i] = from + i;
    return start;
}

int main(void) {
    int *range = make_range(4);
    return range[1]; // ERROR(CWE-562)
}
