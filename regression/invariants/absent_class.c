//@ args: --property assertions
//@ verdict: true
// The second kind of node is not there yet in the first loop and must not be taken for granted in the second.
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *first = NULL, *second = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->value = 1;
        fresh->next = first;
        first = fresh;
    }
    while (__VERIFIER_nondet_int()) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->value = 2;
        fresh->next = second;
        second = fresh;
    }
    if (second != NULL)
        assert(second->value == 2);
    if (first != NULL)
        assert(first->value == 1);
    return 0;
}
