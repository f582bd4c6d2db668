//@ args: --property assertions
//@ verdict: true
// Nodes are appended behind the last one and counted, then taken from the front until the count says that none is left.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    struct node *first = NULL, *last = NULL;
    int count = 0;
    while (count < 1000 && __VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof(struct node));
        node->value = count;
        node->next = NULL;
        if (last == NULL)
            first = node;
        else
            last->next = node;
        last = node;
        count++;
    }
    while (count > 0) {
        struct node *next = first->next;
        free(first);
        first = next;
        count--;
    }
    assert(first == NULL);
    return 0;
}
