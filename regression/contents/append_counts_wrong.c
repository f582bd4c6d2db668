//@ args: --property assertions
//@ verdict: false(assertions)
// One node too few is counted.
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
    struct node *first = NULL, *last = NULL;
    int count = 0;
    while (count < 1000 && __VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof(struct node));
        node->value = count;
        node->next = NULL;
        if (last == NULL)
            first = node;
        else
            last->next = node;
        last = node;
        count++;
    }
    while (count > 1) {
        struct node *next = first->next;
        free(first);
        first = next;
        count--;
    }
    assert(first == NULL); // ERROR(CWE-617)
    return 0;
}
