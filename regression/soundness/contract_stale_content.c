//@ verdict: unknown
//@ args: --entry look --engine shapes
// After a call nothing is known of what the function may have changed.
#include <assert.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

//@ checker list(struct node *this) := this == 0 or this.next.list()

/*@ requires list(head); ensures list(head); */
void change(struct node *head)
{
    if (head != NULL)
        head->value = 2;
}

/*@ requires list(head) and head != 0; ensures list(head); */
void look(struct node *head)
{
    head->value = 1;
    change(head);
    assert(head->value == 1);
}
