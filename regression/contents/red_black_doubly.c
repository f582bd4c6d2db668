//@ args: --property assertions
//@ verdict: true
// In a doubly linked list, no two neighbours are red, seen from either end.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int red;
    struct node *next, *prev;
};

int main(void)
{
    struct node *first = NULL, *last = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof(struct node));
        node->red = __VERIFIER_nondet_int() != 0;
        if (first != NULL && first->red)
            node->red = 0;
        node->prev = NULL;
        node->next = first;
        if (first != NULL)
            first->prev = node;
        else
            last = node;
        first = node;
    }
    for (struct node *node = last; node != NULL; node = node->prev)
        if (node->red && node->prev != NULL)
            assert(!node->prev->red);
    for (struct node *node = first; node != NULL; node = node->next)
        if (node->red && node->next != NULL)
            assert(!node->next->red);
    return 0;
}
