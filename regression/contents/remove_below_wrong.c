//@ verdict: false(assertions)
// A node that is equal to the limit stays.
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
    struct node *head = fill();
    int limit = __VERIFIER_nondet_int();
    struct node *previous = NULL, *node = head;
    while (node != NULL) {
        struct node *next = node->next;
        if (node->value < limit) {
            if (previous == NULL)
                head = next;
            else
                previous->next = next;
            free(node);
        } else {
            previous = node;
        }
        node = next;
    }
    for (node = head; node != NULL; node = node->next)
        assert(node->value > limit); // ERROR(CWE-617)
    free_all(head);
    return 0;
}