//@ args: --property assertions
//@ verdict: false(assertions)
// As absent_class; what is allocated later has another value.
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
        assert(second->value == 1); // ERROR(CWE-617)
    return 0;
}
