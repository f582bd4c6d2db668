//@ args: --property valid-memsafety
//@ verdict: true
// Nodes are put where they belong; the list stays sorted.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static void release(struct node *head) {
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
}

int main(void) {
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->value = __VERIFIER_nondet_int();
        struct node **link = &head;
        while (*link && (*link)->value < node->value)
            link = &(*link)->next;
        node->next = *link;
        *link = node;
    }
    release(head);
    return 0;
}
