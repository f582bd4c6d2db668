//@ args: --property valid-memsafety
//@ verdict: false(valid-memtrack)
// A recursive reversal forgets to lead back from the rest of the list, and so loses all nodes but the last.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

static struct node *reverse(struct node *list) {
    if (!list || !list->next)
        return list;
    struct node *first = reverse(list->next);
    list->next = NULL; // ERROR(CWE-401)
    return first;
}

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->next = list;
        list = node;
    }
    list = reverse(list);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
