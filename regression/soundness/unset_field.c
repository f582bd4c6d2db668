//@ args: --property unreach-call
//@ verdict: false(unreach-call)
//@ today: unknown
// The link of the last node was never set, and may happen to lead to a valid node.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *first = malloc(sizeof *first), *last = first;
    first->value = 1;
    while (__VERIFIER_nondet_int()) {
        last->next = malloc(sizeof *last);
        last = last->next;
        last->value = 1;
    }
    if (first != last && last->next->value == 1)
        reach_error(); // ERROR(CWE-617)
    return 0;
}
