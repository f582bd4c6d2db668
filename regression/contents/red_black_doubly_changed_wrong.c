//@ args: --property assertions
//@ verdict: false(assertions)
// Only the node before is looked at.
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
    struct node *first = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof(struct node));
        node->red = 0;
        node->prev = NULL;
        node->next = first;
        if (first != NULL)
            first->prev = node;
        first = node;
    }
    for (struct node *node = first; node != NULL; node = node->next) {
        int before = node->prev != NULL && node->prev->red && node->prev->prev == NULL;
        int after = node->next != NULL && node->next->red;
        if (!before && !after && __VERIFIER_nondet_int())
            node->red = 1;
    }
    for (struct node *node = first; node != NULL; node = node->next)
        if (node->red && node->next != NULL)
            assert(!node->next->red); // ERROR(CWE-617)
    return 0;
}
