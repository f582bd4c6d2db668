//@ args: --property assertions
//@ verdict: false(assertions)
// The number of nodes seen is one too small for the first one.
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
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof(struct node));
        node->value = __VERIFIER_nondet_uint() % 12;
        node->next = head;
        head = node;
    }
    unsigned sum = 0, seen = 0;
    for (struct node *node = head; node != NULL && seen < 100000; node = node->next) {
        sum += node->value;
        seen++;
    }
    assert(sum <= 10 * seen); // ERROR(CWE-617)
    return 0;
}
