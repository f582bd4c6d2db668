//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// A variable length array is one element too short for its last round.
extern unsigned char __VERIFIER_nondet_uchar(void);

static int last_square(int count) {
    int squares[count];
    for (int i = 1; i <= count; i++)
        squares[i % (count + 1)] = i * i; // ERROR(CWE-787)
    return squares[0];
}

int main(void) {
    return last_square(1 + __VERIFIER_nondet_uchar() % 5);
}
