// A node of another type than the function takes.
//@ alloc: malloc
//@ function: main D-unsafe:wrong type

#include <stdlib.h>

struct graph_node {
    int val;
    struct graph_node *edge[2];
};

struct hub_node {
    struct graph_node *spoke[4];
    struct hub_node *next;
};

static void set_hub(struct hub_node *h) {
    if (h)
        h->next = h;
}

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
    set_hub((struct hub_node *)x);
    return 0;
}
