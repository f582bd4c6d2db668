//@ args: --property valid-memsafety
//@ verdict: true
// Buckets that are rings with a head each, as in the Linux kernel.
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct list_head {
    struct list_head *next, *prev;
};

struct item {
    int value;
    struct list_head link;
};

#define HEADS 4

static struct list_head heads[HEADS];

int main(void) {
    for (int i = 0; i < HEADS; i++)
        heads[i].next = heads[i].prev = &heads[i];
    while (__VERIFIER_nondet_int()) {
        struct list_head *head = &heads[(unsigned)__VERIFIER_nondet_int() % HEADS];
        struct item *item = malloc(sizeof *item);
        item->link.next = head->next;
        item->link.prev = head;
        head->next->prev = &item->link;
        head->next = &item->link;
    }
    for (int i = 0; i < HEADS; i++) {
        while (heads[i].next != &heads[i]) {
            struct item *node = (struct item *)((char *)heads[i].next - offsetof(struct item, link));
            node->link.prev->next = node->link.next;
            node->link.next->prev = node->link.prev;
            free(node);
        }
    }
    return 0;
}
