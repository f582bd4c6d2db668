//@ args: --property valid-memsafety
//@ verdict: false(valid-deref)
//@ today: unknown
// A place in a block on a multiple of 64: for some blocks it is too far behind.
#include <stdint.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    for (int i = 0; i < 4; i++) {
        char *raw = malloc(64 + 40);
        char *line = (char *)(((uintptr_t)raw + 63) & ~(uintptr_t)63);
        line[63] = 1; // ERROR(CWE-787)
        free(raw);
    }
    return 0;
}
