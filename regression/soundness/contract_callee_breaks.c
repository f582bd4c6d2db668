//@ verdict: unknown
//@ args: --entry remove_first --engine shapes
// The function that is called does not keep its contract: what counts by it is not proved.
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct node {
    struct node *next;
    int value;
};

//@ checker list(struct node *this) := this == 0 or this.next.list()

/*@ requires list(head); ensures list(\result); */
struct node *tail(struct node *head)
{
    if (head == NULL)
        return NULL;
    struct node *next = head->next;
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        free(head);
    return next;
}

/*@ requires list(head); ensures list(\result); */
struct node *remove_first(struct node *head)
{
    return tail(head);
}
