//@ args: --property no-overflow
//@ verdict: false(no-overflow)
//@ models: ILP32 LP64
// Two unsigned shorts are promoted to int, and their product overflows it.
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    unsigned short width = __VERIFIER_nondet_ushort();
    unsigned short height = __VERIFIER_nondet_ushort();
    unsigned area = width * height; // ERROR(CWE-190)
    return area > 1000;
}
