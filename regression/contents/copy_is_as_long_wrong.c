//@ args: --property assertions
//@ verdict: false(assertions)
// A node is copied twice.
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
    struct node *list = NULL, *copy = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof(struct node));
        node->value = __VERIFIER_nondet_int();
        node->next = list;
        list = node;
    }
    for (struct node *from = list; from != NULL; from = from->next) {
        struct node *node = malloc(sizeof(struct node));
        node->value = from->value;
        node->next = copy;
        copy = node;
        if (from->next == NULL && from->value == 5) {
            node = malloc(sizeof(struct node));
            node->next = copy;
            copy = node;
        }
    }
    struct node *a = list, *b = copy;
    while (a != NULL) {
        assert(b != NULL);
        a = a->next;
        b = b->next;
    }
    assert(b == NULL); // ERROR(CWE-617)
    return 0;
}
