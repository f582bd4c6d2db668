//@ args: --property assertions
//@ verdict: true
// In every node, two parts together are no more than the whole.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int a, b, c;
    struct node *next;
};

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
        if (a < 0 || a > 1000 || b < 0 || b > 1000 || c < 0 || c > 1000)
            continue;
        if (a + b > c)
            continue;
        struct node *node = malloc(sizeof(struct node));
        node->a = a;
        node->b = b;
        node->c = c;
        node->next = head;
        head = node;
    }
    for (struct node *node = head; node != NULL; node = node->next) {
        if (node->a + node->b < node->c)
            node->a++;
    }
    for (struct node *node = head; node != NULL; node = node->next)
        assert(node->a + node->b <= node->c);
    return 0;
}
