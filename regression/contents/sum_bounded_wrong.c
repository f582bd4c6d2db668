//@ verdict: false(assertions)
// The sum of the values of a list may be more than nine times their number.
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
        int value = __VERIFIER_nondet_int();
        if (value < 0 || value > 10)
            continue;
        struct node *node = malloc(sizeof(struct node));
        node->value = value;
        node->next = head;
        head = node;
    }
    int sum = 0, count = 0;
    for (struct node *node = head; node != NULL && count < 1000; node = node->next) {
        sum += node->value;
        count++;
    }
    assert(sum <= 9 * count); // ERROR(CWE-617)
    free_all(head);
    return 0;
}
