//@ verdict: false(assertions)
// Of each list, items beyond the second are not counted.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct item {
    struct item *next;
};

struct node {
    struct item *items;
    struct node *next;
};

int main(void)
{
    struct node *head = NULL;
    unsigned total = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof(struct node));
        node->items = NULL;
        node->next = head;
        head = node;
        while (__VERIFIER_nondet_int()) {
            struct item *item = malloc(sizeof(struct item));
            item->next = node->items;
            node->items = item;
            total += item->next == NULL || item->next->next == NULL;
        }
    }
    while (head != NULL) {
        struct node *next = head->next;
        while (head->items != NULL) {
            struct item *item = head->items;
            head->items = item->next;
            free(item);
            total--;
        }
        free(head);
        head = next;
    }
    assert(total == 0); // ERROR(CWE-617)
    return 0;
}
