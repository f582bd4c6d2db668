//@ verdict: false(assertions)
// The last value is not kept up to date.
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

int main(void)
{
    struct node *head = NULL, *tail = NULL;
    int last = __VERIFIER_nondet_int();
    while (__VERIFIER_nondet_int()) {
        int value = __VERIFIER_nondet_int();
        if (value < last)
            continue;
        struct node *node = malloc(sizeof(struct node));
        node->value = value;
        node->next = NULL;
        (void)last;
        if (tail == NULL)
            head = node;
        else
            tail->next = node;
        tail = node;
    }
    for (struct node *node = head; node != NULL && node->next != NULL; node = node->next)
        assert(node->value <= node->next->value); // ERROR(CWE-617)
    free_all(head);
    return 0;
}