// A node is taken for an array of nodes.
//@ alloc: malloc
//@ function: main M-unsafe:outside its node

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
        x->edge[0] = first->edge[0];
        x->edge[1] = first;
        first->edge[0] = x;
    }
    return first;
}

int main(int argc, char **argv) {
    (void)argv;
    struct graph_node *x = make(argc);
    x[1].edge[0] = NULL;
    return 0;
}
