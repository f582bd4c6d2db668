//@ verdict: true
//@ args: --property assertions
// A counter that agrees with the number of nodes, whatever that is.
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
    unsigned long count = 0;
    while (__VERIFIER_nondet_int()) {
        head = push(head, 0);
        count++;
    }
    if (head != NULL && __VERIFIER_nondet_int()) {
        struct node *rest = head->next;
        free(head);
        head = rest;
        count--;
    }
    assert(HW_LENGTH(head, next) == count);
    return 0;
}
