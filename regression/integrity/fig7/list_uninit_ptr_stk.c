// A local pointer is not initialised.
//@ alloc: malloc
//@ function: main D-unsafe:uninitialised

#include <stdlib.h>

struct list_node {
    int val;
    struct list_node *next;
};

/* Sets the value of the n-th node. */
static void set(struct list_node *xs, int n, int v) {
    while (xs && n-- > 0)
        xs = xs->next;
    if (xs)
        xs->val = v;
}

int main(int argc, char **argv) {
    (void)argv;
    struct list_node *x;
    set(x, 1, 2);
    return argc;
}
