//@ verdict: true
//@ args: --property assertions
// All nodes lead to one number, which each of them may raise, but not too far.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int *total;
    struct node *next;
};

int main(void)
{
    int *total = malloc(sizeof(int));
    *total = 0;
    struct node *nodes = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof(struct node));
        node->total = total;
        node->next = nodes;
        nodes = node;
    }
    for (struct node *node = nodes; node != NULL; node = node->next) {
        if (*node->total < 10)
            *node->total += 1;
    }
    assert(*total >= 0 && *total <= 10);
    return 0;
}
