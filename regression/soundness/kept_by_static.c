//@ args: --property valid-memsafety
//@ verdict: false(valid-deref)
// A function keeps a pointer in a variable that no other function names; another one frees what it leads to.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

static int latest(struct node *node) {
    static struct node *kept;
    if (node)
        kept = node;
    return kept ? kept->value : 0; // ERROR(CWE-416)
}

static void release(struct node *list) {
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->value = 0;
        node->next = list;
        list = node;
    }
    latest(list);
    release(list);
    return latest(NULL);
}
