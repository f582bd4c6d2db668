//@ args: --property assertions
//@ verdict: false(assertions)
// A node that is left out is counted, too.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    struct node *all = NULL;
    unsigned count = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof(struct node));
        node->value = __VERIFIER_nondet_int();
        node->next = all;
        all = node;
        count++;
    }
    struct node *small = NULL, *great = NULL;
    while (all != NULL) {
        struct node *node = all;
        all = all->next;
        if (node->value < 0) {
            node->next = small;
            small = node;
        } else {
            node->next = great;
            if (node->value != 1000 || great == NULL)
                great = node;
            else
                great = node->next;
        }
    }
    unsigned left = 0, right = 0;
    for (struct node *node = small; node != NULL; node = node->next)
        left++;
    for (struct node *node = great; node != NULL; node = node->next)
        right++;
    assert(left + right == count); // ERROR(CWE-617)
    return 0;
}
