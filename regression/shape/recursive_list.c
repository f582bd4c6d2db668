//@ args: --property valid-memsafety --property valid-memcleanup
//@ verdict: true
// Recursive functions build a list, append to it, reverse it and free it.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

static struct node *build(void) {
    if (__VERIFIER_nondet_int())
        return NULL;
    struct node *node = malloc(sizeof *node);
    node->next = build();
    return node;
}

static void append(struct node **list) {
    if (*list) {
        append(&(*list)->next);
        return;
    }
    *list = malloc(sizeof **list);
    (*list)->next = NULL;
}

static struct node *reverse(struct node *list) {
    if (!list->next)
        return list;
    struct node *first = reverse(list->next);
    list->next->next = list;
    list->next = NULL;
    return first;
}

static void destroy(struct node *list) {
    if (!list)
        return;
    destroy(list->next);
    free(list);
}

int main(void) {
    struct node *list = build();
    append(&list);
    list = reverse(list);
    destroy(list);
    return 0;
}
