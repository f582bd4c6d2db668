//@ verdict: true
//@ args: --property assertions
// A list that is linked both ways, with values from one end to the other.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next, *previous;
};

int main(void)
{
    struct node *first = malloc(sizeof(struct node));
    first->value = 1;
    first->next = NULL;
    first->previous = NULL;
    struct node *last = first;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof(struct node));
        node->value = last->value < 7 ? last->value + 1 : 1;
        node->next = NULL;
        node->previous = last;
        last->next = node;
        last = node;
    }
    for (struct node *node = last; node != NULL; node = node->previous)
        assert(node->value >= 1 && node->value <= 7);
    return 0;
}
