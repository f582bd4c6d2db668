//@ verdict: true
// A list that is painted later: after a red node, none is painted red.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int red;
    struct node *next;
};

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof(struct node));
        node->red = 0;
        node->next = head;
        head = node;
    }
    int was_red = 0;
    for (struct node *node = head; node != NULL; node = node->next) {
        if (!was_red && __VERIFIER_nondet_int()) {
            node->red = 1;
            was_red = 1;
        } else {
            was_red = 0;
        }
    }
    for (struct node *node = head; node != NULL; node = node->next)
        assert(!(node->red && node->next != NULL && node->next->red));
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
