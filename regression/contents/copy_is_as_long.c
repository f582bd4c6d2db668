//@ args: --property assertions
//@ verdict: true
// A copy of a list ends where the list ends.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    struct node *list = NULL, *copy = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof(struct node));
        node->value = __VERIFIER_nondet_int();
        node->next = list;
        list = node;
    }
    for (struct node *from = list; from != NULL; from = from->next) {
        struct node *node = malloc(sizeof(struct node));
        node->value = from->value;
        node->next = copy;
        copy = node;
    }
    struct node *a = list, *b = copy;
    while (a != NULL) {
        assert(b != NULL);
        a = a->next;
        b = b->next;
    }
    assert(b == NULL);
    return 0;
}
