//@ args: --property valid-memsafety
//@ verdict: true
//@ models: ILP32 LP64
// Nodes on multiples of 16 inside of larger blocks, each with the block in front of it.
#include <stdint.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int data;
};

static void *aligned(size_t size, size_t alignment) {
    char *raw = malloc(size + alignment - 1 + sizeof(void *));
    uintptr_t place = ((uintptr_t)raw + sizeof(void *) + alignment - 1) & ~(uintptr_t)(alignment - 1);
    ((void **)place)[-1] = raw;
    return (void *)place;
}

static void release(void *place) {
    free(((void **)place)[-1]);
}

int main(void) {
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = aligned(sizeof(struct node), 16);
        node->data = 1;
        node->next = head;
        head = node;
    }
    while (head) {
        struct node *next = head->next;
        release(head);
        head = next;
    }
    return 0;
}
