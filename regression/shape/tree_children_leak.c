//@ args: --property valid-memsafety
//@ verdict: false(valid-memtrack)
// Children of the last node of a list are forgotten.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *child, *sibling;
};

int main(void) {
    struct node *root = calloc(1, sizeof *root);
    while (__VERIFIER_nondet_int()) {
        struct node *node = root;
        while (node->child && __VERIFIER_nondet_int()) {
            node = node->child;
            while (node->sibling && __VERIFIER_nondet_int())
                node = node->sibling;
        }
        struct node *child = calloc(1, sizeof *child);
        child->sibling = node->child;
        node->child = child;
    }
    struct node *list = root;
    while (list) {
        struct node *node = list;
        list = node->sibling;
        if (node->child && list) {
            struct node *last = node->child;
            while (last->sibling)
                last = last->sibling;
            last->sibling = list;
            list = node->child;
        }
        free(node); // ERROR(CWE-401)
    }
    return 0;
}
