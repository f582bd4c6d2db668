//@ verdict: true
// A doubly linked list with a sentinel: nodes turn red while their neighbours are black.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

enum colour { RED, BLACK };

struct node {
    struct node *next, *previous;
    enum colour colour;
};

int main(void)
{
    struct node *sentinel = malloc(sizeof(struct node));
    sentinel->next = sentinel->previous = NULL;
    sentinel->colour = BLACK;
    struct node *first = malloc(sizeof(struct node)), *last = first;
    first->next = first->previous = sentinel;
    first->colour = BLACK;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof(struct node));
        node->previous = last;
        node->next = sentinel;
        node->colour = BLACK;
        last->next = node;
        if (last->previous->colour == BLACK && __VERIFIER_nondet_int()) {
            if (last->colour == BLACK && last != first)
                last->colour = RED;
        }
        last = node;
    }
    for (struct node *node = first; node != sentinel; node = node->next) {
        if (node->colour == RED) {
            assert(node->next->colour == BLACK);
            assert(node->previous->colour == BLACK);
        }
    }
    while (first != sentinel) {
        struct node *next = first->next;
        free(first);
        first = next;
    }
    free(sentinel);
    return 0;
}
