//@ args: --property assertions
//@ verdict: false(assertions)
// The counter runs on when the node is found.
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
    unsigned length = 0;
    do {
        struct node *node = malloc(sizeof(struct node));
        node->value = __VERIFIER_nondet_int();
        node->next = head;
        head = node;
        length++;
    } while (length < 5000 && __VERIFIER_nondet_int());
    unsigned before = 0;
    struct node *node = head;
    while (node->next != NULL && node->value != 7) {
        before += node->value != 9;
        node = node->next;
    }
    unsigned behind = 0;
    for (struct node *rest = node->next; rest != NULL; rest = rest->next)
        behind++;
    assert(before + 1 + behind == length); // ERROR(CWE-617)
    return 0;
}
