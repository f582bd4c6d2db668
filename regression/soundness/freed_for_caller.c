//@ args: --property valid-memsafety
//@ verdict: false(valid-deref)
// A function frees the end of a list; its caller, and the caller of that, still hold pointers to it.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

static void free_from(struct node *node) {
    while (node) {
        struct node *next = node->next;
        free(node);
        node = next;
    }
}

static void cut(struct node *node, struct node **kept) {
    *kept = node->next;
    free_from(node->next);
}

int main(void) {
    struct node *list = NULL, *kept = NULL;
    do {
        struct node *node = malloc(sizeof *node);
        node->value = 0;
        node->next = list;
        list = node;
    } while (__VERIFIER_nondet_int());
    cut(list, &kept);
    int value = kept ? kept->value : 0; // ERROR(CWE-416)
    free(list);
    return value;
}
