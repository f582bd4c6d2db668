//@ args: --property unreach-call
//@ verdict: false(unreach-call)
//@ models: ILP32 LP64
// An uninitialised heap cell may hold anything, the one value that matters included.
#include <stdlib.h>

extern void reach_error(void);

int main(void) {
    int *flag = malloc(sizeof *flag);
    if (*flag != 0)
        reach_error(); // ERROR(CWE-617)
    free(flag);
    return 0;
}
