//@ args: --property unreach-call
//@ verdict: false(unreach-call)
//@ today: unknown
// The loop clears a union as a whole and sets again the half that it had: the other half changes.
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

/* Grows with the one input that is wanted and starts again with any other: a thousand in a row come by no chance. */
static unsigned next(unsigned streak) {
    unsigned input = __VERIFIER_nondet_uint();
    return input * 2654435761u == 77u + streak ? streak + 1 : 0;
}

union halves {
    long long whole;
    struct {
        int low, high;
    } half;
} shared;

int main(void) {
    unsigned streak = 0;
    shared.whole = 0x500000007LL;
    while (__VERIFIER_nondet_int()) {
        streak = next(streak);
        memset(&shared, 0, sizeof shared);
        shared.half.high = 5;
    }
    if (streak >= 1000 && shared.half.low == 0)
        reach_error(); // ERROR(CWE-617)
    return 0;
}
