//@ args: --property assertions
//@ verdict: true
// The greatest value of a list is at least every value of it.
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *list = NULL;
    int greatest = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->value = __VERIFIER_nondet_int();
        if (fresh->value > greatest)
            greatest = fresh->value;
        fresh->next = list;
        list = fresh;
    }
    for (struct node *p = list; p != NULL; p = p->next)
        assert(p->value <= greatest);
    return 0;
}
