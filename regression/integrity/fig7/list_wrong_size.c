// Too little memory for a node.
//@ alloc: malloc
//@ function: make M-unsafe:wrong size

#include <stdlib.h>

struct list_node {
    int val;
    struct list_node *next;
};

/* Builds a list of n nodes. */
static struct list_node *make(int n) {
    struct list_node *xs = NULL;
    while (n-- > 0) {
        struct list_node *x = malloc(sizeof(struct list_node *));
        x->val = n;
        x->next = xs;
        xs = x;
    }
    return xs;
}

/* Sets the value of the n-th node. */
static void set(struct list_node *xs, int n, int v) {
    while (xs && n-- > 0)
        xs = xs->next;
    if (xs)
        xs->val = v;
}

int main(int argc, char **argv) {
    (void)argv;
    struct list_node *x = make(argc);
    set(x, 1, 2);
    return 0;
}
