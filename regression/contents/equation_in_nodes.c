//@ args: --property assertions
//@ verdict: true
// In every node, one field is a sum of multiples of others, also after changes.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct node {
    int a, b, c;
    struct node *next;
};

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof(struct node));
        node->a = (int)(__VERIFIER_nondet_uint() % 1000);
        node->b = (int)(__VERIFIER_nondet_uint() % 1000);
        node->c = 2 * node->a + node->b;
        node->next = head;
        head = node;
    }
    for (struct node *node = head; node != NULL; node = node->next) {
        if (node->a < 500 && __VERIFIER_nondet_int()) {
            node->a += 3;
            node->c += 6;
        }
    }
    for (struct node *node = head; node != NULL; node = node->next)
        assert(node->c - node->b == 2 * node->a);
    return 0;
}
