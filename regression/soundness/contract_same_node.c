//@ verdict: unknown
//@ args: --entry compare --engine shapes
// A function may give back a node that it was given: pointers that went in may be equal to those that come out.
#include <assert.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

//@ checker list(struct node *this) := this == 0 or this.next.list()

/*@ requires list(head); ensures list(\result); */
struct node *same(struct node *head)
{
    return head;
}

/*@ requires list(head) and head != 0; ensures list(\result); */
struct node *compare(struct node *head)
{
    struct node *result = same(head);
    assert(result != head);
    return result;
}
