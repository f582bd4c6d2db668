//@ args: --property assertions
//@ verdict: false(assertions)
// What is put in at the end is not compared with the last node.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct node {
    int red;
    struct node *next, *prev;
};

int main(void)
{
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    struct node *ring = malloc(sizeof(struct node));
    ring->red = 0;
    ring->next = ring->prev = ring;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof(struct node));
        node->red = __VERIFIER_nondet_int() != 0;
        if (__VERIFIER_nondet_int()) {
            if (ring->next->red)
                node->red = 0;
            node->next = ring->next;
            node->prev = ring;
        } else {
            if (ring->prev->red && ring->next != ring->prev)
                node->red = 0;
            node->prev = ring->prev;
            node->next = ring;
        }
        node->prev->next = node;
        node->next->prev = node;
    }
    for (struct node *node = ring->next; node != ring; node = node->next)
        if (node->red)
            assert(!node->next->red); // ERROR(CWE-617)
    return 0;
}
