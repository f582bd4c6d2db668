//@ args: --property assertions
//@ verdict: false(assertions)
// A value is raised without telling the head.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

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
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
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
        if (node->value == 1000)
            node->value++;
    for (struct node *node = list->first; node != NULL; node = node->next)
        assert(node->value <= list->most); // ERROR(CWE-617)
    return 0;
}
