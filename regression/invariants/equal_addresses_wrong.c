//@ args: --property assertions
//@ verdict: false(assertions)
// As equal_addresses, but the names may be those of two nodes.
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
    if (list != NULL && list->next != NULL) {
        struct node *p = list, *q = __VERIFIER_nondet_int() ? list : list->next;
        p->value = 5;
        assert(q->value == 5); // ERROR(CWE-617)
    }
    return 0;
}
