//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// A pointer is set only for one kind of message and used for all.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int payload = 4;
    int *p;
    if (__VERIFIER_nondet_int() == 0)
        p = &payload;
    return *p; // ERROR(CWE-822)
}
