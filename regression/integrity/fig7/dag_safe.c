// Builds a DAG whose layers share their children and sets a value in it.
//@ alloc: malloc

#include <stdlib.h>

struct dag_node {
    int val;
    struct dag_node *left;
    struct dag_node *right;
};

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

/* Sets the value of the node that n leads to, bit by bit. */
static void set(struct dag_node *x, int n, int v) {
    while (x && n > 0) {
        x = n & 1 ? x->right : x->left;
        n >>= 1;
    }
    if (x)
        x->val = v;
}

int main(int argc, char **argv) {
    (void)argv;
    struct dag_node *x = make(argc);
    set(x, 1, 2);
    return 0;
}
