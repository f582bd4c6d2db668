//@ verdict: unknown
//@ args: --entry twice --engine shapes
// Two structures that a contract speaks of are apart: one node for both is not.
#include <assert.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

//@ checker list(struct node *this) := this == 0 or this.next.list()

/*@ requires list(a) and list(b); ensures list(a) and list(b); */
void differ(struct node *a, struct node *b)
{
    assert(a == NULL || a != b);
}

/*@ requires list(a) and a != 0 and a->next == 0; ensures list(a); */
void twice(struct node *a)
{
    differ(a, a);
}
