//@ verdict: true
//@ args: --entry free_all
// Nothing is ensured: what is required is given up, so nothing may be left of it.
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

//@ checker list(struct node *this) := this == 0 or this.next.list()

/*@ requires list(head); */
void free_all(struct node *head)
{
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
}
