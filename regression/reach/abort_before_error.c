//@ args: --property unreach-call
//@ verdict: true
//@ models: ILP32 LP64
// Every path to the error passes an abort, an exit or an assumption that cannot hold.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 100)
        abort();
    if (x < 0)
        exit(1);
    __VERIFIER_assume(x != 50);
    if (x == 50 || x == 101 || x == -1)
        reach_error();
    return 0;
}
