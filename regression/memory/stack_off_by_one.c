//@ args: --property valid-memsafety
//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// The loop runs to the size of the array inclusive when the input asks for all elements.
extern unsigned __VERIFIER_nondet_uint(void);

#define CAPACITY 8

int main(void) {
    int squares[CAPACITY];
    unsigned wanted = __VERIFIER_nondet_uint();
    if (wanted > CAPACITY)
        wanted = CAPACITY;
    for (unsigned i = 0; i <= wanted; i++)
        squares[i] = (int)(i * i); // ERROR(CWE-787)
    return squares[0];
}
