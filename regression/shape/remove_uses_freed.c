//@ args: --property valid-memsafety
//@ verdict: false(valid-deref)
// The link of a node is read after it was freed.
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
    int steps = 0;
    while (*link && __VERIFIER_nondet_int()) {
        link = &(*link)->next;
        steps++;
    }
    if (*link) {
        struct node *gone = *link;
        if (steps > 2)
            free(gone);
        *link = gone->next; // ERROR(CWE-416)
        if (steps <= 2)
            free(gone);
    }
    release(head);
    return 0;
}
