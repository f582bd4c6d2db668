// Arrays of pointers: in nodes, as private stacks, as static tables.
//@ alloc: malloc
//@ function: depth_first_wrong M-unsafe:outside its node
//@ function: lookup_wrong M-unsafe:outside its node
//@ function: unset_stack D-unsafe
#include <stdlib.h>

struct node {
    unsigned degree;
    struct node *child[8];
    char name[12];
};

static struct node *table[4];
static struct node root;

void node_clear(struct node *n) {
    unsigned i;
    for (i = 0; i < 8; i++)
        n->child[i] = NULL;
    for (i = 0; i < sizeof n->name; i++)
        n->name[i] = '\0';
}

unsigned depth_first(struct node *start) {
    struct node *stack[32] = {NULL};
    unsigned top = 0, visited = 0, i;
    stack[top++] = start;
    while (top > 0 && top <= 32) {
        struct node *n = stack[--top];
        if (n == NULL)
            continue;
        visited++;
        for (i = 0; i < 8; i++)
            if (n->child[i] && top < 32)
                stack[top++] = n->child[i];
    }
    return visited;
}

unsigned depth_first_wrong(struct node *start) {
    struct node *stack[32] = {NULL};
    unsigned top = 0, visited = 0, i;
    stack[top++] = start;
    while (top > 0) {
        struct node *n = stack[--top];
        if (n == NULL)
            continue;
        visited++;
        for (i = 0; i < 8; i++)
            stack[top++] = n->child[i];
    }
    return visited;
}

struct node *lookup(unsigned hash) {
    struct node *found = table[hash % 4];
    return found ? found : &root;
}

struct node *lookup_wrong(unsigned hash) {
    return table[hash % 5];
}

void enter(unsigned hash, struct node *n) {
    table[hash & 3] = n;
    root.child[hash & 7] = n;
    root.degree++;
}

// The elements that are not set are in use across the loop.
struct node *unset_stack(struct node *start) {
    struct node *seen[4];
    unsigned i = 0;
    seen[0] = start;
    while (i < 3) {
        seen[i + 1] = seen[i]->child[0];
        i++;
    }
    return seen[3];
}
