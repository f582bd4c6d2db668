//@ args: --property assertions
//@ verdict: true
// A new node is none of those that the list has.
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
        assert(fresh != list);
        if (list != NULL)
            list->value = 1;
        assert(fresh->value == 0);
        fresh->next = list;
        list = fresh;
    }
    return 0;
}
