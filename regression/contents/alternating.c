//@ verdict: true
// The values of a list alternate: no two neighbours have the same.
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
    int flag = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof(struct node));
        node->value = flag;
        node->next = head;
        head = node;
        flag = !flag;
    }
    for (struct node *node = head; node != NULL && node->next != NULL; node = node->next)
        assert(node->value != node->next->value);
    free_all(head);
    return 0;
}
