//@ args: --property unreach-call
//@ verdict: false(unreach-call)
//@ today: unknown
// A variable keeps pointing to a variable of the iteration that is over.
#include <stddef.h>

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
    int iterations = 0;
    int *last = NULL;
    while (__VERIFIER_nondet_int()) {
        streak = next(streak);
        int own = 0;
        if (last != NULL)
            iterations = 1;
        last = &own;
        *last = iterations;
        if (streak >= 1000)
            reach_error(); // ERROR(CWE-617)
    }
    return 0;
}
