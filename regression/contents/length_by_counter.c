//@ verdict: true
// A list is built and freed by counters alone: no pointer is compared.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    unsigned n = (unsigned)__VERIFIER_nondet_int();
    struct node *head = NULL;
    for (unsigned i = 0; i < n; i++) {
        struct node *node = malloc(sizeof(struct node));
        node->value = 7;
        node->next = head;
        head = node;
    }
    for (unsigned i = 0; i < n; i++) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    assert(head == NULL);
    return 0;
}
