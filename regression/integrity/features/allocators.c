// Functions that allocate, named on the command line; calloc and realloc.
//@ alloc: malloc
//@ args: --allocator xmalloc --allocator pool_alloc:1
//@ function: too_small M-unsafe:wrong size
//@ function: no_allocator M-unsafe
//@ function: grow_wrong D-unsafe:uninitialised
#include <stdlib.h>

struct node {
    struct node *left;
    struct node *right;
    int key;
};

struct pool;
void *pool_alloc(struct pool *pool, size_t size);
void *mystery(size_t size);

void *xmalloc(size_t size) {
    void *memory = malloc(size);
    if (!memory)
        exit(1);
    return memory;
}

struct node *node_new(int key) {
    struct node *node = xmalloc(sizeof(struct node));
    node->left = node->right = NULL;
    node->key = key;
    return node;
}

struct node *node_in(struct pool *pool, struct node *left) {
    struct node *node = pool_alloc(pool, sizeof *node);
    node->left = left;
    node->right = NULL;
    return node;
}

void grow_left(struct node *node) {
    node->left = calloc(1, sizeof(struct node));
}

struct node *grow(struct node *node) {
    struct node *larger = realloc(node, 2 * sizeof(struct node));
    if (larger && !node)
        larger->left = larger->right = NULL;
    return larger;
}

// What `realloc` gives for null is not set.
struct node *grow_wrong(struct node *node) {
    return realloc(node, 2 * sizeof(struct node));
}

struct node *too_small(void) {
    struct node *node = xmalloc(sizeof node);
    node->left = node->right = NULL;
    return node;
}

struct node *no_allocator(void) {
    struct node *node = mystery(sizeof(struct node));
    node->left = node->right = NULL;
    return node;
}
