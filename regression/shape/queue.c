//@ args: --property valid-memsafety
//@ verdict: true
// A queue takes and gives in the same loop.
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
                tail->next = node;
            else
                head = node;
            tail = node;
        } else if (head) {
            struct node *node = head;
            head = head->next;
            if (!head)
                tail = NULL;
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
