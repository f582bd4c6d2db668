// A node is taken for an array of nodes.
//@ alloc: malloc
//@ function: main M-unsafe:outside its node

#include <stdlib.h>

struct list_node {
    int val;
    struct list_node *next;
};

/* Builds a list of n nodes. */
static struct list_node *make(int n) {
    struct list_node *xs = NULL;
    while (n-- > 0) {
        struct list_node *x = malloc(sizeof(struct list_node));
        x->val = n;
        x->next = xs;
        xs = x;
    }
    return xs;
}

int main(int argc, char **argv) {
    (void)argv;
    struct list_node *x = make(argc);
    x[1].next = NULL;
    return 0;
}
