//@ args: --property assertions
//@ verdict: false(assertions)
// The first node is lost.
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
    struct node *list = NULL;
    int count = 0;
    while (count < 100000 && __VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof(struct node));
        node->next = list;
        list = node;
        count++;
    }
    if (count > 5)
        list = list->next;
    struct node *turned = NULL;
    while (list != NULL) {
        struct node *next = list->next;
        list->next = turned;
        turned = list;
        list = next;
    }
    for (int i = 0; i < count; i++) {
        assert(turned != NULL); // ERROR(CWE-617)
        turned = turned->next;
    }
    assert(turned == NULL);
    return 0;
}
