//@ args: --property valid-memsafety
//@ verdict: false(valid-deref)
// Nodes whose size depends on a number in them, written beyond their end.
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct node {
    struct node *next;
    unsigned length;
    char text[];
};

int main(void) {
    struct node *head = NULL;
    while (__VERIFIER_nondet_uint()) {
        unsigned length = __VERIFIER_nondet_uint() % 100 + 1;
        struct node *node = malloc(sizeof *node + length);
        node->length = length;
        node->text[0] = 1;
        node->next = head;
        head = node;
    }
    while (head) {
        struct node *node = head;
        head = head->next;
        node->text[node->length + 4] = 2; // ERROR(CWE-787)
        free(node);
    }
    return 0;
}
