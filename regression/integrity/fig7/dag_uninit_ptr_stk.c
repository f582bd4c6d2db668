// A local pointer is not initialised.
//@ alloc: malloc
//@ function: main D-unsafe:uninitialised

#include <stdlib.h>

struct dag_node {
    int val;
    struct dag_node *left;
    struct dag_node *right;
};

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
    struct dag_node *x;
    set(x, 1, 2);
    return argc;
}
