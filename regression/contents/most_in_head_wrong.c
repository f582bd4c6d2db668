//@ verdict: false(assertions)
// The head of a list keeps a large value, but not always the largest.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

struct list {
    int most;
    struct node *first;
};

int main(void)
{
    struct list list = {0, NULL};
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof(struct node));
        node->value = __VERIFIER_nondet_int();
        node->next = list.first;
        list.first = node;
        if (node->value > list.most && node->next != NULL)
            list.most = node->value;
    }
    for (struct node *node = list.first; node != NULL; node = node->next)
        assert(node->value <= list.most); // ERROR(CWE-617)
    while (list.first != NULL) {
        struct node *next = list.first->next;
        free(list.first);
        list.first = next;
    }
    return 0;
}
