//@ verdict: unknown
//@ args: --entry inside --engine shapes
// A valid object is apart from a structure: a member of its first node is not.
#include <assert.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

//@ checker list(struct node *this) := this == 0 or this.next.list()

/*@ requires list(a) and a != 0 and \valid(p); ensures list(a); */
void set(struct node *a, int *p)
{
    a->value = 1;
    *p = 2;
    assert(a->value == 1);
}

/*@ requires list(a) and a != 0; ensures list(a); */
void inside(struct node *a)
{
    set(a, &a->value);
}
