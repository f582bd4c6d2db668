//@ verdict: true
// Fields of all nodes are multiples of each other, also where they wrap.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    unsigned value, twice, total;
    struct node *next;
};

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof(struct node));
        node->value = (unsigned)__VERIFIER_nondet_int();
        node->twice = 2 * node->value;
        node->total = node->value + node->twice;
        node->next = head;
        head = node;
    }
    for (struct node *node = head; node != NULL; node = node->next) {
        node->value += 5;
        node->twice += 10;
        node->total += 15;
    }
    for (struct node *node = head; node != NULL; node = node->next) {
        assert(node->twice == node->value + node->value);
        assert(node->total == 3 * node->value);
    }
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
