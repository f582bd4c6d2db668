//@ verdict: false(assertions)
// The place is looked for from the wrong side.
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
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof(struct node));
        node->value = __VERIFIER_nondet_int();
        if (head == NULL || head->value >= node->value) {
            node->next = head;
            head = node;
        } else {
            struct node *before = head;
            while (before->next != NULL && before->next->value > node->value)
                before = before->next;
            node->next = before->next;
            before->next = node;
        }
    }
    for (struct node *node = head; node != NULL && node->next != NULL; node = node->next)
        assert(node->value <= node->next->value); // ERROR(CWE-617)
    free_all(head);
    return 0;
}