//@ args: --property valid-memsafety
//@ verdict: false(valid-deref)
// The tail of a queue that ran empty is used.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *head = NULL, *tail = NULL;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            struct node *node = malloc(sizeof *node);
            node->next = NULL;
            if (tail)
                tail->next = node; // ERROR(CWE-416)
            else
                head = node;
            tail = node;
        } else if (head) {
            struct node *node = head;
            head = head->next;
            free(node);
        }
    }
    while (head) {
        struct node *node = head;
        head = head->next;
        free(node);
    }
    return 0;
}
