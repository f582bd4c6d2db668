//@ verdict: true
//@ today: unknown
//@ models: ILP32 LP64
// A list with rising values of any length: its order is an invariant of the loop that builds it.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *head = NULL;
    int smallest = 1000;
    while (smallest > 0 && __VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->value = smallest--;
        n->next = head;
        head = n;
    }
    for (struct node *n = head; n && n->next; n = n->next)
        assert(n->value < n->next->value);
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
