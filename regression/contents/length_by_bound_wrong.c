//@ verdict: false(assertions)
//@ args: --property assertions
// A list of n nodes is walked along once less.
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
    int n = __VERIFIER_nondet_int();
    struct node *head = NULL;
    for (int i = 0; i < n; i++) {
        struct node *node = malloc(sizeof(struct node));
        node->value = i;
        node->next = head;
        head = node;
    }
    struct node *node = head;
    for (int i = 0; i < n - 1; i++)
        node = node->next;
    assert(node == NULL); // ERROR(CWE-617)
    free_all(head);
    return 0;
}
