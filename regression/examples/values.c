//@ verdict: true
//@ args: --property assertions
/*
 * Builds a list of any length whose values lie between 10 and 20, moves each value by at most 5, and checks that
 * all of them have stayed between 5 and 25.
 */
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        int value = __VERIFIER_nondet_int();
        if (value < 10 || value > 20)
            continue;
        struct node *node = malloc(sizeof *node);
        node->value = value;
        node->next = head;
        head = node;
    }

    for (struct node *node = head; node != NULL; node = node->next) {
        if (node->value >= 20)
            node->value -= 5;
        else
            node->value += 5;
    }

    for (struct node *node = head; node != NULL; node = node->next)
        assert(node->value >= 5 && node->value <= 25);
    return 0;
}
