//@ verdict: false(valid-free)
//@ models: ILP32 LP64
// The error path frees the buffer and then joins the normal path, which frees it again.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *samples = malloc(4 * sizeof *samples);
    int status = __VERIFIER_nondet_int();
    if (status < 0)
        free(samples);
    else
        samples[0] = status;
    free(samples); // ERROR(CWE-415)
    return 0;
}
