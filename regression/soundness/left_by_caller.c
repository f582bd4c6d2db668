//@ args: --property valid-memcleanup
//@ verdict: false(valid-memcleanup)
// A function that gets nothing of its caller's list ends the program; the list is left.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

static void give_up(int status) {
    if (status < 0)
        exit(status); // ERROR(CWE-401)
}

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->next = list;
        list = node;
    }
    give_up(__VERIFIER_nondet_int());
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
