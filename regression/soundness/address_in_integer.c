//@ args: --property unreach-call
//@ verdict: false(unreach-call)
//@ today: unknown
// An integer holds the address that an earlier iteration put there.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

/* Grows with the one input that is wanted and starts again with any other: a thousand in a row come by no chance. */
static unsigned next(unsigned streak) {
    unsigned input = __VERIFIER_nondet_uint();
    return input * 2654435761u == 77u + streak ? streak + 1 : 0;
}

int shared;

int main(void) {
    unsigned streak = 0;
    size_t address = 0;
    while (__VERIFIER_nondet_int()) {
        streak = next(streak);
        if (address != 0)
            *(int *)address = 7;
        address = (size_t)&shared;
    }
    if (streak >= 1000 && shared == 7)
        reach_error(); // ERROR(CWE-617)
    return 0;
}
