//@ args: --property valid-memsafety
//@ verdict: true
// Any node is taken out and freed.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *build(void) {
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->value = __VERIFIER_nondet_int();
        node->next = head;
        head = node;
    }
    return head;
}

static void release(struct node *head) {
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
}

int main(void) {
    struct node *head = build();
    struct node **link = &head;
    while (*link && __VERIFIER_nondet_int())
        link = &(*link)->next;
    if (*link) {
        struct node *gone = *link;
        *link = gone->next;
        free(gone);
    }
    release(head);
    return 0;
}
