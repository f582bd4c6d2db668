//@ args: --property valid-memsafety
//@ verdict: false(valid-memtrack)
// A rotation forgets the tree between the two nodes.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *left, *right;
};

static struct node *make(int key) {
    struct node *node = malloc(sizeof *node);
    node->key = key;
    node->left = node->right = NULL;
    return node;
}

static void insert(struct node **root, int key) {
    struct node *node = *root;
    if (!node) {
        *root = make(key);
        return;
    }
    while (key != node->key) {
        if (key < node->key) {
            if (!node->left) {
                node->left = make(key);
                return;
            }
            node = node->left;
        } else {
            if (!node->right) {
                node->right = make(key);
                return;
            }
            node = node->right;
        }
    }
}

static int contains(const struct node *node, int key) {
    while (node && node->key != key)
        node = key < node->key ? node->left : node->right;
    return node != NULL;
}

int main(void) {
    struct node *root = NULL;
    while (__VERIFIER_nondet_int())
        insert(&root, __VERIFIER_nondet_int());
    contains(root, 5);
    while (root) {
        struct node *left = root->left;
        if (left) {
            root->left = NULL;
            left->right = root; // ERROR(CWE-401)
            root = left;
        } else {
            struct node *right = root->right;
            free(root);
            root = right;
        }
    }
    return 0;
}
