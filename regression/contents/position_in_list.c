//@ args: --property assertions
//@ verdict: true
// A node is found where a counter says that it is.
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
    unsigned length = 0;
    do {
        struct node *node = malloc(sizeof(struct node));
        node->value = __VERIFIER_nondet_int();
        node->next = head;
        head = node;
        length++;
    } while (length < 5000 && __VERIFIER_nondet_int());
    unsigned before = 0;
    struct node *node = head;
    while (node->next != NULL && node->value != 7) {
        node = node->next;
        before++;
    }
    unsigned behind = 0;
    for (struct node *rest = node->next; rest != NULL; rest = rest->next)
        behind++;
    assert(before + 1 + behind == length);
    return 0;
}
