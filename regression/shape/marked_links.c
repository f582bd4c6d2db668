//@ args: --property valid-memsafety
//@ verdict: true
//@ today: unknown
// A node is marked as removed in the lowest bit of its own link, as lists without locks do; a sweep takes out those that are.
#include <stdint.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    uintptr_t next;
    int value;
};

static struct node *next_of(struct node *node) {
    return (struct node *)(node->next & ~(uintptr_t)1);
}

int main(void) {
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->value = __VERIFIER_nondet_int();
        node->next = (uintptr_t)head;
        head = node;
    }
    for (struct node *node = head; node; node = next_of(node)) {
        if (__VERIFIER_nondet_int())
            node->next |= 1;
    }
    while (head) {
        struct node *next = next_of(head);
        free(head);
        head = next;
    }
    return 0;
}
