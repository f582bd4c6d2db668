//@ args: --property assertions
//@ verdict: true
// Black nodes that stand between black ones of a doubly linked list become red; no two neighbours are red then.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int red;
    struct node *next, *prev;
};

int main(void)
{
    struct node *first = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof(struct node));
        node->red = 0;
        node->prev = NULL;
        node->next = first;
        if (first != NULL)
            first->prev = node;
        first = node;
    }
    for (struct node *node = first; node != NULL; node = node->next) {
        int before = node->prev != NULL && node->prev->red;
        int after = node->next != NULL && node->next->red;
        if (!before && !after && __VERIFIER_nondet_int())
            node->red = 1;
    }
    for (struct node *node = first; node != NULL; node = node->next)
        if (node->red && node->next != NULL)
            assert(!node->next->red);
    return 0;
}
