//@ verdict: true
//@ args: --entry replace
// A function that is only declared counts by its contract, which is an assumption.
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

//@ checker list(struct node *this) := this == 0 or this.next.list()

/*@ requires list(head); */
void destroy(struct node *head);

/*@ requires list(head); ensures list(\result); */
struct node *replace(struct node *head, int value)
{
    struct node *node = malloc(sizeof *node);
    destroy(head);
    node->value = value;
    node->next = NULL;
    return node;
}
