// A pointer is made of an integer.
//@ alloc: malloc
//@ function: main D-unsafe:dangling

#include <stdlib.h>

struct graph_node {
    int val;
    struct graph_node *edge[2];
};

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
    struct graph_node *x = (struct graph_node *)(long)argc;
    set(x, 1, 2);
    return 0;
}
