//@ verdict: false(assertions)
//@ args: --32 --property assertions
// The node that is made in an iteration is another one in each: that `last` is the newest node says nothing of which
// node it is, however narrow pointers are.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int mark;
};

int main(void)
{
    struct node *head = malloc(sizeof(struct node));
    head->next = NULL;
    head->mark = 0;
    struct node *last = head;
    int marked = 0;
    while (__VERIFIER_nondet_int() || !marked) {
        last->next = malloc(sizeof(struct node));
        last = last->next;
        last->next = NULL;
        if (__VERIFIER_nondet_int())
            marked = 1;
        last->mark = marked;
    }
    struct node *node = head;
    while (node != NULL && node->mark != 1)
        node = node->next;
    assert(node->next == NULL); // ERROR(CWE-617)
    return 0;
}
