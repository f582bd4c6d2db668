//@ args: --property assertions
//@ verdict: true
// A list is split in two; both together have as many nodes as before.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void)
{
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
            great = node;
        }
    }
    unsigned left = 0, right = 0;
    for (struct node *node = small; node != NULL; node = node->next)
        left++;
    for (struct node *node = great; node != NULL; node = node->next)
        right++;
    assert(left + right == count);
    return 0;
}
