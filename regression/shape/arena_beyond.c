//@ args: --property valid-memsafety
//@ verdict: false(valid-deref)
// The last block that is taken from an arena may end behind it.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct arena {
    char *limit, *next;
};

int main(void) {
    struct arena *arena = malloc(256);
    arena->next = (char *)(arena + 1);
    arena->limit = (char *)arena + 256;
    while (__VERIFIER_nondet_int()) {
        int size = __VERIFIER_nondet_int();
        if (size < 2 || size > 128)
            continue;
        if (arena->limit - arena->next < size - 1)
            break;
        char *block = arena->next;
        arena->next += size;
        block[0] = 1;
        block[size - 1] = 2; // ERROR(CWE-787)
    }
    free(arena);
    return 0;
}
