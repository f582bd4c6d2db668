//@ verdict: false(valid-memtrack)
//@ args: --property valid-memsafety
// The block is lost before a call that does not return.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

static void leave(void)
{
    exit(0);
}

int main(void)
{
    unsigned key = __VERIFIER_nondet_uint();
    if (key * 2654435761u == 98765u) {
        char *text = malloc(4);
        text = NULL; // ERROR(CWE-401)
        leave();
    }
    return 0;
}
