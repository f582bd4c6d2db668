//@ verdict: true
//@ args: --entry remove_all
// All nodes with a value are taken out of a list and freed.
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
            free(node);
        } else {
            before = node;
        }
        node = next;
    }
    return head;
}
