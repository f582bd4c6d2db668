//@ verdict: false(assertions)
//@ args: --property assertions
// A list is built with a node too many.
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
    for (unsigned i = 0; i <= n && i < 100; i++) {
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
    assert(head == NULL); // ERROR(CWE-617)
    return 0;
}
