//@ args: --property valid-memsafety
//@ verdict: true
// Nodes are taken out of the middle, and the rest is freed from either end.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next, *prev;
};

int main(void) {
    struct node *head = NULL, *tail = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->next = NULL;
        node->prev = tail;
        if (tail)
            tail->next = node;
        else
            head = node;
        tail = node;
    }
    struct node *at = head;
    while (at && __VERIFIER_nondet_int())
        at = at->next;
    if (at) {
        if (at->prev)
            at->prev->next = at->next;
        else
            head = at->next;
        if (at->next)
            at->next->prev = at->prev;
        else
            tail = at->prev;
        free(at);
    }
    while (head) {
        if (__VERIFIER_nondet_int()) {
            struct node *node = head;
            head = head->next;
            if (head)
                head->prev = NULL;
            else
                tail = NULL;
            free(node);
        } else {
            struct node *node = tail;
            tail = tail->prev;
            if (tail)
                tail->next = NULL;
            else
                head = NULL;
            free(node);
        }
    }
    return 0;
}
