//@ verdict: true
// A checker in an assertion.
#include <assert.h>
#include <heapwright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

//@ checker list(struct node *this) := this == 0 or this.next.list()

int main(void)
{
    struct node last = {0, 2}, first = {&last, 1};
    assert(HW_CHECK(list, &first));
    return 0;
}
