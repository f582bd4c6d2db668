//@ args: --property valid-memsafety
//@ verdict: false(valid-deref)
// A function that is called by pointer frees what a variable leads to that only it names.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

static struct node *list;

static void drop(void) {
    if (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

static void call(void (*action)(void)) {
    action();
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->value = 0;
        node->next = list;
        list = node;
    }
    struct node *first = list;
    call(drop);
    if (first)
        first->value = 1; // ERROR(CWE-416)
    while (list)
        call(drop);
    return 0;
}
