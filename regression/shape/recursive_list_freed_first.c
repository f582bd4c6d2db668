//@ args: --property valid-memsafety
//@ verdict: false(valid-deref)
// A recursive function frees a node before it goes on with the next one.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

static struct node *build(void) {
    if (__VERIFIER_nondet_int())
        return NULL;
    struct node *node = malloc(sizeof *node);
    node->next = build();
    return node;
}

static void destroy(struct node *list) {
    if (!list)
        return;
    free(list);
    destroy(list->next); // ERROR(CWE-416)
}

int main(void) {
    destroy(build());
    return 0;
}
