//@ args: --property unreach-call
//@ verdict: false(unreach-call)
// There may be two nodes with a one.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

extern void reach_error(void);

int main(void) {
    struct node *head = NULL;
    int marked = 0;
    while (__VERIFIER_nondet_int() || !marked) {
        struct node *node = malloc(sizeof *node);
        node->value = 0;
        if (marked < 2 && __VERIFIER_nondet_int()) {
            node->value = 1;
            marked++;
        }
        node->next = head;
        head = node;
    }
    struct node *node = head;
    while (node->value != 1)
        node = node->next;
    for (node = node->next; node; node = node->next)
        if (node->value)
            reach_error(); // ERROR(CWE-617)
    return 0;
}
