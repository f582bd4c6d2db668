//@ args: --property valid-memsafety
//@ verdict: true
// The nodes of a doubly linked list keep a short text in themselves and a long one in a block of its own. Where the pointer
// leads tells which.
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
        if (first->text != first->inside)
            free(first->text);
        if (next)
            next->prev = NULL;
        free(first);
        first = next;
    }
    return 0;
}
