//@ verdict: true
// The colours of a doubly linked list alternate, read from its end.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int colour;
    struct node *next, *previous;
};

int main(void)
{
    struct node *head = malloc(sizeof(struct node)), *last = head;
    head->colour = 1;
    head->next = head->previous = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof(struct node));
        node->next = NULL;
        node->previous = last;
        node->colour = 3 - last->colour;
        last->next = node;
        last = node;
    }
    for (struct node *node = last; node->previous != NULL; node = node->previous)
        assert(node->colour + node->previous->colour == 3);
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
