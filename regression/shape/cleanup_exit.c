//@ args: --property valid-memcleanup
//@ verdict: false(valid-memcleanup)
// One end of the program leaves a list behind.
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
    if (head && head->next && head->next->next)
        exit(1); // ERROR(CWE-401)
    release(head);
    return 0;
}
