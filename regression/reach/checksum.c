//@ args: --property unreach-call
//@ verdict: false(unreach-call)
//@ models: ILP32 LP64
// A short message must hash to a given value; only solving through shifts and xors finds one.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
    unsigned hash = 5381;
    for (int i = 0; i < 4; i++) {
        unsigned char c = __VERIFIER_nondet_uchar();
        if (c < 'a' || c > 'z')
            return 0;
        hash = ((hash << 5) + hash) ^ c;
    }
    if (hash == 2087656743u)
        reach_error(); // ERROR(CWE-617)
    return 0;
}
