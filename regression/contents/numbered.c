//@ args: --property assertions
//@ verdict: true
//@ today: unknown
// Every node has a number one greater than the next one.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    struct node *head = NULL;
    int number = 0;
    while (number < 1000 && __VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof(struct node));
        node->value = number;
        node->next = head;
        head = node;
        number++;
    }
    for (struct node *node = head; node != NULL && node->next != NULL; node = node->next)
        assert(node->value == node->next->value + 1);
    return 0;
}
