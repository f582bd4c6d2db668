//@ args: --property assertions
//@ verdict: false(assertions)
// An interval of one number is cut, too.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct node {
    int low, high;
    struct node *next;
};

int main(void)
{
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof(struct node));
        node->low = __VERIFIER_nondet_int();
        node->high = __VERIFIER_nondet_int();
        if (node->low >= node->high) {
            free(node);
            continue;
        }
        node->next = head;
        head = node;
    }
    struct node *node = head;
    while (node != NULL) {
        int cut = __VERIFIER_nondet_int();
        if (node->low < cut && cut <= node->high) {
            struct node *rest = malloc(sizeof(struct node));
            rest->low = cut;
            rest->high = node->high;
            node->high = cut;
            rest->next = node->next;
            node->next = rest;
            node = rest;
        }
        node = node->next;
    }
    for (struct node *node = head; node != NULL; node = node->next)
        assert(node->low < node->high); // ERROR(CWE-617)
    return 0;
}
