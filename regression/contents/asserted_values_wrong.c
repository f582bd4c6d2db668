//@ verdict: false(assertions)
//@ args: --property assertions
// A value gets too large, behind a condition that random inputs do not meet.
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
    while (__VERIFIER_nondet_int())
        head = push(head, __VERIFIER_nondet_int() & 7);
    for (struct node *node = head; node != NULL; node = node->next)
        if (__VERIFIER_nondet_uint() * 3u == 370370367u)
            node->value += 3;
    assert(HW_FORALL(head, next, node, node->value >= 0 && node->value < 8)); // ERROR(CWE-617)
    return 0;
}
