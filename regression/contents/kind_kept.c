//@ verdict: true
//@ args: --property assertions --engine templates --domain power
// A loop changes what nodes hold by their kind, which it leaves as it is.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int kind;
    int value;
    struct node *next;
};

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof(struct node));
        node->kind = __VERIFIER_nondet_int() ? 1 : 2;
        node->value = node->kind == 1 ? 10 : 200;
        node->next = head;
        head = node;
    }
    for (struct node *node = head; node != NULL; node = node->next) {
        if (node->kind == 1) {
            if (node->value < 50)
                node->value++;
        } else if (node->value > 100) {
            node->value--;
        }
    }
    for (struct node *node = head; node != NULL; node = node->next) {
        if (node->kind == 1)
            assert(node->value >= 10 && node->value <= 50);
        else
            assert(node->value >= 100 && node->value <= 200);
    }
    return 0;
}
