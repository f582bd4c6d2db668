//@ verdict: true
// First all ones, then all twos, then all threes: they are sorted without being compared.
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
    for (int kind = 3; kind > 0; kind--) {
        while (__VERIFIER_nondet_int()) {
            struct node *node = malloc(sizeof(struct node));
            node->value = kind;
            node->next = head;
            head = node;
        }
    }
    int seen = 0;
    for (struct node *node = head; node != NULL; node = node->next) {
        assert(node->value >= seen);
        seen = node->value;
    }
    free_all(head);
    return 0;
}
