//@ verdict: false(assertions)
//@ harness: hidden (compiled programs do not execute checkers)
// A checker in an assertion: the second node leads back to the wrong node.
#include <assert.h>
#include <heapwright.h>
#include <stdlib.h>

struct node {
    struct node *next, *prev;
    int value;
};

//@ checker dll(struct node *this, struct node *prev) :=
//@     this == 0 or this.prev == prev and this.next.dll(this)

int main(void)
{
    struct node first = {0, 0, 1}, second = {0, 0, 2};
    first.next = &second;
    assert(HW_CHECK(dll, &first, (struct node *)0)); // ERROR(CWE-617)
    return 0;
}
