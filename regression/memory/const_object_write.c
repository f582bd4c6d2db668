//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// A const table is changed after the const was cast away.
static const int limits[3] = {10, 20, 30};

static void raise(int *limit) {
    *limit += 1; // ERROR(CWE-787)
}

int main(void) {
    int local = 5;
    raise(&local);
    raise((int *)&limits[1]);
    return local;
}
