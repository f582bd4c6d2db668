//@ args: --property unreach-call
//@ verdict: false(unreach-call)
//@ models: ILP32 LP64
// The error is called through a table of function pointers.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

static int calls;

static void harmless(void) { calls++; }
static void fatal(void) {
    if (calls > 0)
        reach_error(); // ERROR(CWE-617)
}

int main(void) {
    void (*const actions[4])(void) = {harmless, fatal, harmless, fatal};
    for (int i = 0; i < 5; i++)
        actions[__VERIFIER_nondet_uchar() & 3]();
    return 0;
}
