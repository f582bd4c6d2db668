//@ args: --property valid-memsafety
//@ verdict: true
// Some nodes have data of their own.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct data {
    int numbers[4];
};

struct node {
    struct data *data;
    struct node *next;
};

int main(void) {
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->data = __VERIFIER_nondet_int() ? malloc(sizeof *node->data) : NULL;
        node->next = head;
        head = node;
    }
    while (head) {
        struct node *next = head->next;
        free(head->data);
        free(head);
        head = next;
    }
    return 0;
}
