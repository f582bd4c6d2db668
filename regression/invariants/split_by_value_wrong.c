//@ verdict: false(assertions)
//@ args: --property assertions
// The middle value is in both.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *prepend(struct node *list, int value)
{
    struct node *node = malloc(sizeof(struct node));
    node->value = value;
    node->next = list;
    return node;
}

int main(void)
{
    struct node *low = NULL, *high = NULL;
    while (__VERIFIER_nondet_int()) {
        int value = __VERIFIER_nondet_int();
        if (value <= 50)
            low = prepend(low, value);
        else
            high = prepend(high, value);
    }
    for (struct node *node = low; node != NULL; node = node->next)
        assert(node->value < 50); // ERROR(CWE-617)
    for (struct node *node = high; node != NULL; node = node->next)
        assert(node->value >= 50);
    return 0;
}
