//@ args: --property valid-memsafety
//@ verdict: true
//@ models: ILP32 LP64
// A list of any length is built and then taken apart from arbitrary places; nothing is lost or touched after its free.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

int main(void) {
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = head;
        head = n;
    }
    while (head) {
        struct node **at = &head;
        while ((*at)->next && __VERIFIER_nondet_int())
            at = &(*at)->next;
        struct node *gone = *at;
        *at = gone->next;
        free(gone);
    }
    return 0;
}
