//@ args: --property assertions
//@ verdict: true
// What is written through one name of a node is read through the other.
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->value = 0;
        fresh->next = list;
        list = fresh;
    }
    struct node *p = list, *q = list;
    while (__VERIFIER_nondet_int() && p != NULL)
        p = p->next;
    while (__VERIFIER_nondet_int() && q != NULL)
        q = q->next;
    if (p != NULL && p == q) {
        p->value = 5;
        assert(q->value == 5);
    }
    return 0;
}
