//@ args: --property valid-memsafety
//@ verdict: false(valid-deref)
//@ today: unknown
// An array whose size the iteration chooses is written behind its end in a late one.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

/* Grows with the one input that is wanted and starts again with any other: a thousand in a row come by no chance. */
static unsigned next(unsigned streak) {
    unsigned input = __VERIFIER_nondet_uint();
    return input * 2654435761u == 77u + streak ? streak + 1 : 0;
}

int main(void) {
    unsigned streak = 0;
    while (__VERIFIER_nondet_int()) {
        streak = next(streak);
        int own[streak % 5 + 1];
        own[0] = 0;
        if (streak >= 1000)
            own[streak % 5 + 1] = 1; // ERROR(CWE-787)
    }
    return 0;
}
