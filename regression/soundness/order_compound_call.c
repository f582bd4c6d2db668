//@ verdict: true
//@ args: --property unreach-call
// The place of a compound assignment comes from a call that may end the program.
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}

static int cells[4] = {1, 2, 3, 4};

static int *cell(unsigned at) {
    if (at >= 4)
        exit(1);
    return &cells[at];
}

int main(void) {
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    *cell(1) += *cell(2) * *cell(3);
    if (cells[1] != 14)
        reach_error();
    return 0;
}
