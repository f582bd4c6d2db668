//@ verdict: true
// How large a value may be depends on the kind of its node.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int kind, value;
    struct node *next;
};

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof(struct node));
        int value = __VERIFIER_nondet_int();
        if (__VERIFIER_nondet_int()) {
            if (value < 0 || value > 10)
                value = 5;
            node->kind = 1;
        } else {
            if (value < 100 || value > 200)
                value = 150;
            node->kind = 2;
        }
        node->value = value;
        node->next = head;
        head = node;
    }
    for (struct node *node = head; node != NULL; node = node->next) {
        if (node->kind == 1)
            assert(node->value <= 10);
        else
            assert(node->value >= 100 && node->value <= 200);
    }
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
