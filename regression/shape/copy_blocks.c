//@ args: --property valid-memsafety
//@ verdict: true
// Blocks of any size in nodes are copied.
#include <stdlib.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct text {
    struct text *next;
    char *bytes;
};

int main(void) {
    struct text *head = NULL;
    while (__VERIFIER_nondet_uint()) {
        unsigned count = __VERIFIER_nondet_uint() % 50 + 1;
        struct text *text = malloc(sizeof *text);
        text->bytes = calloc(count, 1);
        char *copy = malloc(count);
        memcpy(copy, text->bytes, count);
        free(text->bytes);
        text->bytes = copy;
        text->next = head;
        head = text;
    }
    while (head) {
        struct text *text = head;
        head = head->next;
        free(text->bytes);
        free(text);
    }
    return 0;
}
