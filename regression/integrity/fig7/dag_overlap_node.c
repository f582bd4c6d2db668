// Nodes that overlap.
//@ alloc: malloc
//@ function: make_bad D-unsafe:overlap

#include <stdlib.h>

struct dag_node {
    int val;
    struct dag_node *left;
    struct dag_node *right;
};

/* Two nodes that share bytes: the second begins at a field of the first. */
static struct dag_node *make_bad(void) {
    struct dag_node *x = malloc(5 * sizeof(void *));
    x->val = 0;
    x->left = (struct dag_node *)&x->right;
    x->right = NULL;
    return x;
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
    struct dag_node *x = make_bad();
    set(x, 1, 2);
    return argc;
}
