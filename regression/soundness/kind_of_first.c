//@ args: --property unreach-call
//@ verdict: false(unreach-call)
// Nodes of two kinds: that the first is of one kind does not mean that the second is.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
    struct node *next;
    void *extra;
    int kind;
};

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (__VERIFIER_nondet_int()) {
            node->kind = 1;
            node->extra = malloc(8);
        } else {
            node->kind = 2;
            node->extra = node;
        }
        node->next = list;
        list = node;
    }
    struct node *node = list;
    while (node && node->kind == 1)
        node = node->next;
    if (node && node->next && node->next->kind == 1 && node->next->extra != node->next)
        reach_error(); // ERROR(CWE-617)
    return 0;
}
