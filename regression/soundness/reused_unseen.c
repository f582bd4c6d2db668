//@ args: --property unreach-call
//@ verdict: false(unreach-call)
//@ today: unknown
// A number that was the address of a block leads to another block that took its place, whose address nobody looks at.
#include <stdint.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned key = __VERIFIER_nondet_uint();
    int *old = malloc(sizeof *old);
    uintptr_t marked = (uintptr_t)old | 1;
    free(old);
    int *fresh = malloc(sizeof *fresh);
    *fresh = 7;
    if (key * 2654435761u == 77 && *(int *)(marked & ~(uintptr_t)1) == 7)
        reach_error(); // ERROR(CWE-617)
    free(fresh);
    return 0;
}
