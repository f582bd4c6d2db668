// A link is not initialised.
//@ alloc: malloc
//@ function: make D-unsafe:uninitialised

#include <stdlib.h>

struct graph_node {
    int val;
    struct graph_node *edge[2];
};

/* Builds a ring of n nodes whose second edges lead to the first node. */
static struct graph_node *make(int n) {
    struct graph_node *first = malloc(sizeof(struct graph_node));
    first->val = 0;
    first->edge[0] = first;
    first->edge[1] = first;
    while (n-- > 0) {
        struct graph_node *x = malloc(sizeof(struct graph_node));
        x->val = n;
        x->edge[1] = first;
        first->edge[0] = x;
    }
    return first;
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
    struct graph_node *x = make(argc);
    set(x, 1, 2);
    return 0;
}
