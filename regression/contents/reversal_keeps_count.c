//@ args: --property assertions
//@ verdict: true
// A list that is turned round is as long as before.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    struct node *list = NULL;
    int count = 0;
    while (count < 100000 && __VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof(struct node));
        node->next = list;
        list = node;
        count++;
    }
    struct node *turned = NULL;
    while (list != NULL) {
        struct node *next = list->next;
        list->next = turned;
        turned = list;
        list = next;
    }
    for (int i = 0; i < count; i++) {
        assert(turned != NULL);
        turned = turned->next;
    }
    assert(turned == NULL);
    return 0;
}
