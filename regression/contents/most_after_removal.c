//@ args: --property assertions
//@ verdict: true
//@ today: unknown
// No value of a list is greater than what the head says, also after nodes were removed and others lowered.
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
    struct list *list = malloc(sizeof(struct list));
    list->most = -1;
    list->first = NULL;
    while (__VERIFIER_nondet_int()) {
        int value = __VERIFIER_nondet_int();
        if (__VERIFIER_nondet_int()) {
            struct node *node = malloc(sizeof(struct node));
            node->value = value;
            node->next = list->first;
            list->first = node;
            if (value > list->most)
                list->most = value;
        } else if (list->first != NULL) {
            struct node *gone = list->first;
            list->first = gone->next;
            free(gone);
        }
    }
    for (struct node *node = list->first; node != NULL; node = node->next)
        if (node->value > 0)
            node->value--;
    for (struct node *node = list->first; node != NULL; node = node->next)
        assert(node->value <= list->most);
    return 0;
}
