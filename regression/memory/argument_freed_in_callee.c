//@ args: --property valid-memsafety
//@ verdict: false(valid-free)
//@ models: ILP32 LP64
// The callee takes ownership only for even sizes; the caller frees always.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void consume(char *data, int size) {
    data[0] = 0;
    if (size % 2 == 0)
        free(data);
}

int main(void) {
    int size = __VERIFIER_nondet_int();
    if (size < 1 || size > 100)
        return 0;
    char *data = malloc(size);
    consume(data, size);
    free(data); // ERROR(CWE-415)
    return 0;
}
