//@ args: --property valid-memsafety
//@ verdict: true
// A ring is built, turned and taken apart.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *ring = malloc(sizeof *ring);
    ring->next = ring;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->next = ring->next;
        ring->next = node;
        if (__VERIFIER_nondet_int())
            ring = node;
    }
    while (ring->next != ring) {
        struct node *node = ring->next;
        ring->next = node->next;
        free(node);
    }
    free(ring);
    return 0;
}
