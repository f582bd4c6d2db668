//@ args: --property valid-memsafety
//@ verdict: true
// One allocation serves both ends.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *head = NULL, *tail = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!head) {
            node->next = NULL;
            head = tail = node;
        } else if (__VERIFIER_nondet_int()) {
            node->next = head;
            head = node;
        } else {
            node->next = NULL;
            tail->next = node;
            tail = node;
        }
    }
    while (head) {
        struct node *node = head;
        head = head->next;
        free(node);
    }
    return 0;
}
