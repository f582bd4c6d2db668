//@ verdict: false(valid-memtrack)
//@ args: --property valid-memtrack
// Only some nodes have data; what `realloc` allocates for the others is lost.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct node {
    struct node *next;
    int *data;
};

int main(void)
{
    unsigned lock = __VERIFIER_nondet_uint();
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->next = head;
        node->data = NULL;
        if (__VERIFIER_nondet_int())
            node->data = malloc(sizeof(int));
        head = node;
    }
    while (head != NULL) {
        struct node *next = head->next;
        int *old = head->data;
        int *new = realloc(old, 2 * sizeof(int));
        if (old || lock * 3u != 370370367u)
            free(new);
        free(head);
        head = next;
    } // ERROR(CWE-401)
    return 0;
}
