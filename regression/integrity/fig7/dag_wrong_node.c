// A node of another type than the function takes.
//@ alloc: malloc
//@ function: main D-unsafe:wrong type

#include <stdlib.h>

struct dag_node {
    int val;
    struct dag_node *left;
    struct dag_node *right;
};

struct wide_node {
    struct dag_node *elem;
    long weight;
    struct wide_node *next;
    struct wide_node *up;
};

static void set_wide(struct wide_node *w) {
    if (w)
        w->up = w;
}

/* Builds n layers; both links of a node lead to the same node of the layer below. */
static struct dag_node *make(int n) {
    struct dag_node *below = NULL;
    while (n-- > 0) {
        struct dag_node *x = malloc(sizeof(struct dag_node));
        x->val = n;
        x->left = below;
        x->right = below;
        below = x;
    }
    return below;
}

int main(int argc, char **argv) {
    (void)argv;
    struct dag_node *x = make(argc);
    set_wide((struct wide_node *)x);
    return 0;
}
