//@ args: --property valid-memsafety
//@ verdict: true
// A place in a block on a multiple of 64, which is more than what blocks are aligned to: it may be at several offsets.
#include <stdint.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct line {
    struct line *next;
    void *block;
    long words[6];
};

int main(void) {
    void *last = NULL;
    for (int i = 0; i < 3 || __VERIFIER_nondet_int(); i++) {
        char *raw = malloc(sizeof(struct line) + 63);
        struct line *line = (struct line *)(((uintptr_t)raw + 63) & ~(uintptr_t)63);
        for (int word = 0; word < 6; word++)
            line->words[word] = word;
        free(last);
        last = raw;
    }
    free(last);
    return 0;
}
