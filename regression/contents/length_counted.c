//@ verdict: true
// A list is as long as the counter says, even if both wrap.
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
    int count = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof(struct node));
        node->value = 0;
        node->next = head;
        head = node;
        count++;
    }
    int length = 0;
    for (struct node *node = head; node != NULL; node = node->next)
        length++;
    assert(length == count);
    free_all(head);
    return 0;
}
