//@ args: --property valid-memsafety
//@ verdict: false(valid-deref)
// The back link of the next node is not mended.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next, *prev;
};

int main(void) {
    struct node *head = NULL;
    int length = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->next = head;
        node->prev = NULL;
        if (head)
            head->prev = node;
        head = node;
        length++;
    }
    if (length < 3)
        goto end;
    struct node *gone = head->next;
    head->next = gone->next;
    free(gone);
    head->next->prev->next = NULL; // ERROR(CWE-416)
end:
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
