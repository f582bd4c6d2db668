//@ verdict: true
// The nodes without a value go to another list, in which it does not occur.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *fill(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof(struct node));
        node->value = __VERIFIER_nondet_int();
        node->next = head;
        head = node;
    }
    return head;
}

static void free_all(struct node *head)
{
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
}

int main(void)
{
    struct node *head = fill(), *kept = NULL;
    while (head != NULL) {
        struct node *node = head;
        head = node->next;
        if (node->value == 15) {
            free(node);
        } else {
            node->next = kept;
            kept = node;
        }
    }
    for (struct node *node = kept; node != NULL; node = node->next)
        assert(node->value != 15);
    free_all(kept);
    return 0;
}