//@ verdict: true
//@ args: --entry push
// A node is put before the first one of a list with links in both directions.
#include <stdlib.h>

struct node {
    struct node *next, *prev;
    int value;
};

//@ checker dll(struct node *this, struct node *prev) :=
//@     this == 0 or this.prev == prev and this.next.dll(this)

/*@ requires dll(head, 0); ensures dll(\result, 0); */
struct node *push(struct node *head, int value)
{
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->prev = NULL;
    node->next = head;
    if (head != NULL)
        head->prev = node;
    return node;
}
