//@ args: --property valid-memsafety
//@ verdict: true
//@ models: ILP32 LP64
// An array whose size is an input is filled and read back within that size.
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned size = __VERIFIER_nondet_uint() % 64 + 1;
    unsigned char *data = malloc(size);
    for (unsigned i = 0; i < size; i++)
        data[i] = (unsigned char)i;
    unsigned at = __VERIFIER_nondet_uint();
    unsigned char picked = data[at % size];
    free(data);
    return picked;
}
