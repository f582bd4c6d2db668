//@ args: --property valid-memsafety
//@ verdict: true
// Nodes of a search tree are removed wherever they are, with a pointer to the link that leads to them.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *left, *right;
    int key;
};

static struct node **find(struct node **link, int key) {
    while (*link && (*link)->key != key)
        link = key < (*link)->key ? &(*link)->left : &(*link)->right;
    return link;
}

static void insert(struct node **root, int key) {
    struct node **link = find(root, key);
    if (*link)
        return;
    struct node *node = malloc(sizeof *node);
    node->key = key;
    node->left = node->right = NULL;
    *link = node;
}

static void erase(struct node **root, int key) {
    struct node **link = find(root, key);
    struct node *node = *link;
    if (!node)
        return;
    if (node->left && node->right) {
        struct node **next = &node->right;
        while ((*next)->left)
            next = &(*next)->left;
        struct node *successor = *next;
        *next = successor->right;
        successor->left = node->left;
        successor->right = node->right;
        *link = successor;
    } else {
        *link = node->left ? node->left : node->right;
    }
    free(node);
}

int main(void) {
    struct node *root = NULL;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            insert(&root, __VERIFIER_nondet_int());
        else
            erase(&root, __VERIFIER_nondet_int());
    }
    while (root)
        erase(&root, root->key);
    return 0;
}
