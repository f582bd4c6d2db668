//@ args: --property valid-memsafety
//@ verdict: false(valid-memtrack)
//@ models: ILP32 LP64
// Reading stops at a negative number and returns null without freeing what was built so far.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *read_list(int count) {
    struct node *list = NULL;
    while (count-- > 0) {
        int value = __VERIFIER_nondet_int();
        if (value < 0)
            return NULL; // ERROR(CWE-401)
        struct node *n = malloc(sizeof *n);
        n->value = value;
        n->next = list;
        list = n;
    }
    return list;
}

int main(void) {
    struct node *list = read_list(4);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
