//@ args: --property assertions
//@ verdict: false(assertions)
// As fresh_node, but the old node is looked at.
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
        if (list != NULL) {
            list->value = 1;
            assert(list->value == fresh->value); // ERROR(CWE-617)
        }
        fresh->next = list;
        list = fresh;
    }
    return 0;
}
