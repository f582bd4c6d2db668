//@ args: --property valid-memsafety
//@ verdict: true
// Blocks are taken from an arena until it is full.
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
        if (size < 1 || size > 128)
            continue;
        if (arena->limit - arena->next < size)
            break;
        char *block = arena->next;
        arena->next += size;
        block[0] = 1;
        block[size - 1] = 2;
    }
    free(arena);
    return 0;
}
