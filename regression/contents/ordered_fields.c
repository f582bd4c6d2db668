//@ verdict: true
// In all nodes, the lower bound is not above the upper one.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int low, high;
    struct node *next;
};

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof(struct node));
        node->low = __VERIFIER_nondet_int();
        node->high = __VERIFIER_nondet_int();
        if (node->low > node->high) {
            int low = node->high;
            node->high = node->low;
            node->low = low;
        }
        node->next = head;
        head = node;
    }
    for (struct node *node = head; node != NULL; node = node->next)
        assert(node->low <= node->high);
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
