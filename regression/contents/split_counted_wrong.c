//@ verdict: false(assertions)
// The parts of a list are mixed up.
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
    struct node *odd = NULL, *even = NULL, *all = NULL;
    unsigned total = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof(struct node));
        node->value = __VERIFIER_nondet_int();
        node->next = all;
        all = node;
        total++;
    }
    unsigned odds = 0, evens = 0;
    while (all != NULL) {
        struct node *node = all;
        all = all->next;
        if (node->value % 2) {
            node->next = odd;
            odd = node;
            odds++;
        } else {
            node->next = even;
            even = node;
            evens++;
        }
    }
    assert(odds + evens == total);
    unsigned length = 0;
    for (struct node *node = even; node != NULL; node = node->next)
        length++;
    assert(length == odds); // ERROR(CWE-617)
    free_all(odd);
    free_all(even);
    return 0;
}
