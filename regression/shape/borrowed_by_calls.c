//@ args: --property valid-memsafety
//@ verdict: true
// What a function does with the end of a list is seen by all that lead there: a variable, the node before, and a global.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

static struct node *mark;

static void free_from(struct node *node) {
    while (node) {
        struct node *next = node->next;
        free(node);
        node = next;
    }
}

static void cut(struct node *node) {
    struct node *rest = node->next;
    node->next = NULL;
    if (mark == rest)
        mark = node;
    free_from(rest);
}

int main(void) {
    struct node *list = NULL;
    do {
        struct node *node = malloc(sizeof *node);
        node->value = 0;
        node->next = list;
        list = node;
    } while (__VERIFIER_nondet_int());
    mark = list->next;
    cut(list);
    int value = mark->value;
    mark = NULL;
    free(list);
    return value;
}
