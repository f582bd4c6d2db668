//@ args: --property no-overflow
//@ verdict: false(no-overflow)
//@ models: ILP32 LP64
// The loop variable passes the largest int when the limit is that value.
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int limit = __VERIFIER_nondet_int();
    int rounds = 0;
    if (limit < INT_MAX - 8)
        return 0;
    for (int i = INT_MAX - 9; i <= limit; i++) // ERROR(CWE-190)
        rounds ^= 1;
    return rounds;
}
