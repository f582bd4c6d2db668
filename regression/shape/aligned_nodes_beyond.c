//@ args: --property valid-memsafety
//@ verdict: false(valid-deref)
// Nodes on multiples of 16, with the block in front of each, for which there is no room.
#include <stdint.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct node {
    struct node *next;
    void *block;
    long data;
};

int main(void) {
    struct node *head = NULL;
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    while (__VERIFIER_nondet_int()) {
        char *raw = malloc(sizeof(struct node) + 7);
        uintptr_t place = ((uintptr_t)raw + 15) & ~(uintptr_t)15;
        struct node *node = (struct node *)(place + 8);
        node->block = raw;
        node->data = 1; // ERROR(CWE-787)
        node->next = head;
        head = node;
    }
    while (head) {
        struct node *next = head->next;
        free(head->block);
        head = next;
    }
    return 0;
}
