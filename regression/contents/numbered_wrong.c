//@ args: --property assertions
//@ verdict: false(assertions)
// A number is skipped.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    struct node *head = NULL;
    int number = 0;
    while (number < 1000 && __VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof(struct node));
        node->value = number;
        node->next = head;
        head = node;
        number += 1 + (number == 5);
    }
    for (struct node *node = head; node != NULL && node->next != NULL; node = node->next)
        assert(node->value == node->next->value + 1); // ERROR(CWE-617)
    return 0;
}
