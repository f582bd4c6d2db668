// A node of another type than the function takes.
//@ alloc: malloc
//@ function: main D-unsafe:wrong type

#include <stdlib.h>

struct list_node {
    int val;
    struct list_node *next;
};

struct tree_node {
    struct list_node *elem;
    struct tree_node *left;
    struct tree_node *right;
};

static void set_tree(struct tree_node *t) {
    if (t)
        t->right = t;
}

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
    set_tree((struct tree_node *)x);
    return 0;
}
