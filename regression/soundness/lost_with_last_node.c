//@ verdict: false(valid-memtrack)
//@ args: --property valid-memsafety
// All nodes lead to the shared block. If there was only one, the block is lost with it.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int *shared;
};

static struct node *head;

int main(void)
{
    int *shared = malloc(sizeof *shared);
    do {
        struct node *node = malloc(sizeof *node);
        node->next = head;
        node->shared = shared;
        head = node;
    } while (__VERIFIER_nondet_int());
    shared = NULL;
    unsigned key = __VERIFIER_nondet_int();
    if (key * 2654435761u == 98765u) {
        struct node *first = head;
        head = first->next;
        free(first); // ERROR(CWE-401)
        exit(0);
    }
    shared = head->shared;
    while (head != NULL) {
        struct node *first = head;
        head = first->next;
        free(first);
    }
    free(shared);
    return 0;
}
