//@ verdict: true
// No two neighbours of a list are red, and the last one is black.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

enum colour { RED, BLACK };

struct node {
    enum colour colour;
    struct node *next;
};

static struct node *push(struct node *head, enum colour colour)
{
    struct node *node = malloc(sizeof(struct node));
    node->colour = colour;
    node->next = head;
    return node;
}

int main(void)
{
    struct node *head = push(NULL, BLACK);
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int() && head->colour == BLACK)
            head = push(head, RED);
        else
            head = push(head, BLACK);
    }
    for (struct node *node = head; node != NULL; node = node->next)
        if (node->colour == RED)
            assert(node->next != NULL && node->next->colour == BLACK);
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
