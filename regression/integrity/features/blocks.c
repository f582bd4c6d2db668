// Copying and filling whole nodes.
//@ alloc: malloc
//@ function: half D-unsafe
//@ function: fill D-unsafe
//@ function: too_much M-unsafe:outside its node
//@ function: other_type D-unsafe
#include <stdlib.h>
#include <string.h>

struct node {
    long key;
    struct node *left;
    struct node *right;
};

struct number {
    long high, middle, low;
};

struct node *copy(const struct node *from) {
    struct node *node = malloc(sizeof *node);
    memcpy(node, from, sizeof *node);
    return node;
}

struct node *empty(void) {
    struct node *node = malloc(sizeof *node);
    memset(node, 0, sizeof *node);
    return node;
}

void swap(struct node *a, struct node *b) {
    struct node c = *a;
    *a = *b;
    *b = c;
}

void move_links(struct node *to, struct node *from) {
    memmove(&to->left, &from->left, 2 * sizeof(struct node *));
}

struct node *half(const struct node *from) {
    struct node *node = empty();
    memcpy((char *)node + 12, (const char *)from + 12, 4);
    return node;
}

void fill(struct node *node) {
    memset(node, 1, sizeof *node);
}

void too_much(struct node *node) {
    memset(node, 0, sizeof *node + 1);
}

void other_type(struct node *node, const struct number *number) {
    memcpy(node, number, sizeof *node);
}
