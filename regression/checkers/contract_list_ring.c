//@ verdict: unknown
//@ args: --entry close --engine shapes
// The end of the list leads back to its beginning.
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

//@ checker list(struct node *this) := this == 0 or this.next.list()

/*@ requires list(head); ensures list(\result); */
struct node *close(struct node *head)
{
    struct node *node = head;
    if (head == NULL)
        return NULL;
    while (node->next != NULL)
        node = node->next;
    node->next = head;
    return head;
}
