//@ verdict: true
// In all nodes, the sum of two fields is at most the third.
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
        if (a < 0 || a > 1000 || b < 0 || b > 1000 || a + b > c)
            continue;
        struct node *node = malloc(sizeof(struct node));
        node->a = a;
        node->b = b;
        node->c = c;
        node->next = head;
        head = node;
    }
    for (struct node *node = head; node != NULL; node = node->next)
        assert(node->a + node->b <= node->c);
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
