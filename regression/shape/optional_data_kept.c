//@ args: --property valid-memsafety
//@ verdict: false(valid-memtrack)
// The data of the third node is forgotten.
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
    for (int i = 0; head; i++) {
        struct node *next = head->next;
        if (i != 2)
            free(head->data);
        free(head); // ERROR(CWE-401)
        head = next;
    }
    return 0;
}
