//@ args: --property assertions
//@ verdict: false(assertions)
// A red node may be put before a red one.
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
    struct node *first = NULL, *last = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof(struct node));
        node->red = __VERIFIER_nondet_int() != 0;
        if (first != NULL && first->red && first->next == NULL)
            node->red = 0;
        node->prev = NULL;
        node->next = first;
        if (first != NULL)
            first->prev = node;
        else
            last = node;
        first = node;
    }
    for (struct node *node = last; node != NULL; node = node->prev)
        if (node->red && node->prev != NULL)
            assert(!node->prev->red); // ERROR(CWE-617)
    for (struct node *node = first; node != NULL; node = node->next)
        if (node->red && node->next != NULL)
            assert(!node->next->red);
    return 0;
}
