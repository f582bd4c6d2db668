//@ verdict: unknown
//@ args: --entry remove_all --engine shapes
// A node is taken out of a list, but not freed.
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

//@ checker list(struct node *this) := this == 0 or this.next.list()

/*@ requires list(head); ensures list(\result); */
struct node *remove_all(struct node *head, int value)
{
    struct node *node = head, *before = NULL;
    while (node != NULL) {
        struct node *next = node->next;
        if (node->value == value) {
            if (before == NULL)
                head = next;
            else
                before->next = next;
        } else {
            before = node;
        }
        node = next;
    }
    return head;
}
