// A pointer is moved away from its node.
//@ alloc: malloc
//@ function: main M-unsafe:outside its node

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

int main(int argc, char **argv) {
    (void)argv;
    struct dag_node *x = make(argc);
    (x - 3)->left = NULL;
    return 0;
}
