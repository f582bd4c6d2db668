// Nodes that overlap.
//@ alloc: malloc
//@ function: make_bad D-unsafe:overlap

#include <stdlib.h>

struct list_node {
    int val;
    struct list_node *next;
};

/* Two nodes that share bytes: the second begins at a field of the first. */
static struct list_node *make_bad(void) {
    struct list_node *xs = malloc(3 * sizeof(void *));
    xs->val = 0;
    xs->next = (struct list_node *)&xs->next;
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
    struct list_node *x = make_bad();
    set(x, 1, 2);
    return argc;
}
