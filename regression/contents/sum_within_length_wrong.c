//@ args: --property assertions
//@ verdict: false(assertions)
// The largest value is one more than the factor says.
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
    unsigned length = 0;
    while (length < 1000 && __VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof(struct node));
        node->value = __VERIFIER_nondet_uint() % 12;
        node->next = head;
        head = node;
        length++;
    }
    unsigned sum = 0;
    for (struct node *node = head; node != NULL; node = node->next)
        sum += node->value;
    assert(sum <= 10 * length); // ERROR(CWE-617)
    return 0;
}
