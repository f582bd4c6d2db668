//@ verdict: true
//@ args: --property assertions
// The list ends, and the node that was there first is still in it.
#include <assert.h>
#include <heapwright.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *head, int value)
{
    struct node *node = malloc(sizeof(struct node));
    node->value = value;
    node->next = head;
    return node;
}

int main(void)
{
    struct node *head = NULL;
    struct node *first = NULL;
    while (__VERIFIER_nondet_int()) {
        head = push(head, 0);
        if (first == NULL)
            first = head;
    }
    assert(HW_ACYCLIC(head, next));
    assert(first == NULL || HW_REACHES(head, next, first));
    return 0;
}
