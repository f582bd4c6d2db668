//@ verdict: true
// A list of n nodes is walked along n times: there is a node each time, and none at the end.
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
    for (int i = 0; i < n; i++)
        node = node->next;
    assert(node == NULL);
    free_all(head);
    return 0;
}
