//@ verdict: true
//@ args: --property assertions
// A ring that grows, whose values are changed while it is gone round.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    struct node *ring = malloc(sizeof(struct node));
    ring->value = 5;
    ring->next = ring;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof(struct node));
        node->value = 5;
        node->next = ring->next;
        ring->next = node;
    }
    struct node *node = ring;
    while (__VERIFIER_nondet_int()) {
        node->value = 10 - node->value;
        node = node->next;
        assert(node->value == 5);
    }
    return 0;
}
