//@ args: --property assertions
//@ verdict: false(assertions)
// A part that grows is not looked at together with the other one.
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
        int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
        if (a < 0 || a > 1000 || b < 0 || b > 1000 || c < 0 || c > 1000)
            continue;
        if (a + b > c)
            continue;
        struct node *node = malloc(sizeof(struct node));
        node->a = a;
        node->b = b;
        node->c = c;
        node->next = head;
        head = node;
    }
    for (struct node *node = head; node != NULL; node = node->next) {
        if (node->a < node->c)
            node->a++;
    }
    for (struct node *node = head; node != NULL; node = node->next)
        assert(node->a + node->b <= node->c); // ERROR(CWE-617)
    return 0;
}
