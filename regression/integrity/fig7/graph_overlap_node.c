// Nodes that overlap.
//@ alloc: malloc
//@ function: make_bad D-unsafe:overlap

#include <stdlib.h>

struct graph_node {
    int val;
    struct graph_node *edge[2];
};

/* Two nodes that share bytes: the second begins at a field of the first. */
static struct graph_node *make_bad(void) {
    struct graph_node *x = malloc(5 * sizeof(void *));
    x->val = 0;
    x->edge[0] = x;
    x->edge[1] = (struct graph_node *)&x->edge[1];
    return x;
}

/* Sets the value of the node that n leads to, bit by bit. */
static void set(struct graph_node *x, int n, int v) {
    while (x && n > 0) {
        x = x->edge[n & 1];
        n >>= 1;
    }
    if (x)
        x->val = v;
}

int main(int argc, char **argv) {
    (void)argv;
    struct graph_node *x = make_bad();
    set(x, 1, 2);
    return argc;
}
