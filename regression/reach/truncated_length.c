//@ args: --property unreach-call
//@ verdict: false(unreach-call)
//@ models: ILP32 LP64
// A length is stored in a byte, so that 256 becomes 0 although only large ones passed the check.
extern unsigned short __VERIFIER_nondet_ushort(void);
extern void reach_error(void);

int main(void) {
    unsigned short length = __VERIFIER_nondet_ushort();
    if (length < 100)
        return 0;
    unsigned char stored = length & 0xff;
    if (stored < 100)
        reach_error(); // ERROR(CWE-617)
    return 0;
}
