//@ args: --property valid-memsafety
//@ verdict: false(valid-free)
// The test whether the text of a node is in a block of its own is the wrong way round.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct line {
    struct line *next;
    struct line *prev;
    char *text;
    char inside[4];
};

int main(void) {
    struct line *last = malloc(sizeof *last);
    last->next = NULL;
    last->prev = NULL;
    last->text = last->inside;
    struct line *first = last;
    while (__VERIFIER_nondet_int()) {
        struct line *line = malloc(sizeof *line);
        line->prev = last;
        line->next = NULL;
        line->text = __VERIFIER_nondet_int() ? malloc(100) : line->inside;
        line->text[3] = 0;
        last->next = line;
        last = line;
    }
    while (first) {
        struct line *next = first->next;
        if (first->text == first->inside)
            free(first->text); // ERROR(CWE-761)
        if (next)
            next->prev = NULL;
        free(first);
        first = next;
    }
    return 0;
}
