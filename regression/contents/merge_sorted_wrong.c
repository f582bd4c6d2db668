//@ verdict: false(assertions)
// Two sorted lists are merged the wrong way.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static void free_all(struct node *head)
{
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
}

static struct node *build(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        int value = __VERIFIER_nondet_int();
        if (head != NULL && value > head->value)
            continue;
        struct node *node = malloc(sizeof(struct node));
        node->value = value;
        node->next = head;
        head = node;
    }
    return head;
}

int main(void)
{
    struct node *one = build(), *other = build(), *merged = NULL, *last = NULL;
    while (one != NULL || other != NULL) {
        struct node *node;
        if (other == NULL || (one != NULL && one->value >= other->value)) {
            node = one;
            one = one->next;
        } else {
            node = other;
            other = other->next;
        }
        node->next = NULL;
        if (last == NULL)
            merged = node;
        else
            last->next = node;
        last = node;
    }
    for (struct node *node = merged; node != NULL && node->next != NULL; node = node->next)
        assert(node->value <= node->next->value); // ERROR(CWE-617)
    free_all(merged);
    return 0;
}
