//@ verdict: false(assertions)
//@ args: --property assertions
// The list is made a ring, behind a condition that random inputs do not meet.
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
    if (first != NULL && __VERIFIER_nondet_uint() * 3u == 370370367u)
        first->next = head;
    assert(HW_ACYCLIC(head, next)); // ERROR(CWE-617)
    assert(first == NULL || HW_REACHES(head, next, first));
    return 0;
}
