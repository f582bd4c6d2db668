//@ verdict: true
// Insertions and removals in several loops and functions keep the count of a list right.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

struct list {
    struct node *first;
    unsigned count;
};

static void insert(struct list *list, int value)
{
    struct node *node = malloc(sizeof(struct node));
    node->value = value;
    node->next = list->first;
    list->first = node;
    list->count++;
}

static void remove_first(struct list *list)
{
    struct node *node = list->first;
    if (node == NULL)
        return;
    list->first = node->next;
    free(node);
    list->count--;
}

int main(void)
{
    struct list list = {NULL, 0};
    while (__VERIFIER_nondet_int())
        insert(&list, __VERIFIER_nondet_int());
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            remove_first(&list);
        else
            insert(&list, 1);
    }
    unsigned length = 0;
    for (struct node *node = list.first; node != NULL; node = node->next)
        length++;
    assert(list.count == length);
    while (list.first != NULL)
        remove_first(&list);
    return 0;
}
