//@ args: --property unreach-call
//@ verdict: false(unreach-call)
//@ today: unknown
// The loop puts pointers into a large table that it did not hold before.
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

/* Grows with the one input that is wanted and starts again with any other: a thousand in a row come by no chance. */
static unsigned next(unsigned streak) {
    unsigned input = __VERIFIER_nondet_uint();
    return input * 2654435761u == 77u + streak ? streak + 1 : 0;
}

int before, after;
int *table[100];

static unsigned place(void) {
    return __VERIFIER_nondet_uint() % 100;
}

int main(void) {
    unsigned streak = 0;
    table[place()] = &before;
    while (__VERIFIER_nondet_int()) {
        streak = next(streak);
        table[place()] = &after;
    }
    int *chosen = table[place()];
    if (chosen != NULL)
        *chosen = 5;
    if (streak >= 1000 && after == 5)
        reach_error(); // ERROR(CWE-617)
    return 0;
}
