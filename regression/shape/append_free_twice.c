//@ args: --property valid-memsafety
//@ verdict: false(valid-free)
// The last node of a list of at least four is freed twice.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *build(void) {
    struct node *head = NULL, *tail = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->value = __VERIFIER_nondet_int();
        node->next = NULL;
        if (tail)
            tail->next = node;
        else
            head = node;
        tail = node;
    }
    return head;
}

int main(void) {
    struct node *head = build(), *last = NULL;
    int length = 0;
    while (head) {
        struct node *next = head->next;
        last = head;
        free(head);
        head = next;
        length++;
    }
    if (length > 3)
        free(last); // ERROR(CWE-415)
    return 0;
}
