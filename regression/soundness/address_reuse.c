//@ args: --property unreach-call
//@ verdict: false(unreach-call)
//@ today: unknown
// A new node may have the address of one that was freed.
#include <stdlib.h>

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
    int *old = NULL;
    while (__VERIFIER_nondet_int()) {
        streak = next(streak);
        int *fresh = malloc(sizeof *fresh);
        if (streak >= 1000 && fresh == old)
            reach_error(); // ERROR(CWE-617)
        free(fresh);
        old = fresh;
    }
    return 0;
}
