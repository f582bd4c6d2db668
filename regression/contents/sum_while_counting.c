//@ args: --property assertions
//@ verdict: true
// The sum of a list is at most the number of nodes seen times the largest value.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct node {
    unsigned value;
    struct node *next;
};

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof(struct node));
        node->value = __VERIFIER_nondet_uint() % 11;
        node->next = head;
        head = node;
    }
    unsigned sum = 0, seen = 0;
    for (struct node *node = head; node != NULL && seen < 100000; node = node->next) {
        sum += node->value;
        seen++;
    }
    assert(sum <= 10 * seen);
    return 0;
}
