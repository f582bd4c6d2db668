//@ args: --property valid-memsafety
//@ verdict: false(valid-free)
// The lowest bit of a pointer to data says whether the node owns them; it is not taken off again.
#include <stdint.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct node {
    struct node *next;
    uintptr_t data;
};

static int shared = 5;

static int *data_of(struct node *node) {
    return (int *)(node->data & ~(uintptr_t)1);
}

int main(void) {
    struct node *head = NULL;
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (__VERIFIER_nondet_int()) {
            int *own = malloc(sizeof *own);
            *own = __VERIFIER_nondet_int();
            node->data = (uintptr_t)own | 1;
        } else {
            node->data = (uintptr_t)&shared;
        }
        node->next = head;
        head = node;
    }
    for (struct node *node = head; node; node = node->next)
        *data_of(node) = 3;
    while (head) {
        struct node *next = head->next;
        if (head->data & 1)
            free((void *)head->data); // ERROR(CWE-761)
        free(head);
        head = next;
    }
    return 0;
}
