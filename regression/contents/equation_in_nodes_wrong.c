//@ args: --property assertions
//@ verdict: false(assertions)
// A change of one field is made up for by too little.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct node {
    int a, b, c;
    struct node *next;
};

int main(void)
{
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof(struct node));
        node->a = (int)(__VERIFIER_nondet_uint() % 1000);
        node->b = (int)(__VERIFIER_nondet_uint() % 1000);
        node->c = 2 * node->a + node->b;
        node->next = head;
        head = node;
    }
    for (struct node *node = head; node != NULL; node = node->next) {
        if (node->a < 500 && __VERIFIER_nondet_int()) {
            node->a += 3;
            node->c += node->a == 400 ? 5 : 6;
        }
    }
    for (struct node *node = head; node != NULL; node = node->next)
        assert(node->c - node->b == 2 * node->a); // ERROR(CWE-617)
    return 0;
}
