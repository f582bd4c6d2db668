//@ verdict: true
//@ args: --property unreach-call
// Only some nodes have data; without any, `realloc. allocates, here as much as elsewhere.
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct node {
    struct node *next;
    int *data;
};

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->next = head;
        node->data = NULL;
        if (__VERIFIER_nondet_int())
            node->data = malloc(sizeof(int));
        head = node;
    }
    unsigned lock = __VERIFIER_nondet_uint();
    while (head != NULL) {
        struct node *next = head->next;
        int *old = head->data;
        int *new = realloc(old, 2 * sizeof(int));
        if (!new && lock * 3u == 370370367u)
            reach_error();
        free(new);
        free(head);
        head = next;
    }
    return 0;
}
