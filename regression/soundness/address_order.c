//@ args: --property unreach-call --32
//@ verdict: false(unreach-call)
//@ today: unknown
// Integers as addresses are ordered without a sign.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

/* Grows with the one input that is wanted and starts again with any other: a thousand in a row come by no chance. */
static unsigned next(unsigned streak) {
    unsigned input = __VERIFIER_nondet_uint();
    return input * 2654435761u == 77u + streak ? streak + 1 : 0;
}

int main(void) {
    unsigned streak = 0;
    unsigned high = __VERIFIER_nondet_uint(), low = __VERIFIER_nondet_uint();
    while (__VERIFIER_nondet_int())
        streak = next(streak);
    if (streak >= 1000 && high > 0x90000000u && low > 0 && low < 0x1000u && (char *)high > (char *)low)
        reach_error(); // ERROR(CWE-617)
    return 0;
}
