//@ args: --property valid-memsafety
//@ verdict: false(valid-deref)
// A node is freed before its right child is looked for.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *left, *right;
};

static struct node *insert(struct node *node, int key) {
    if (!node) {
        node = malloc(sizeof *node);
        node->key = key;
        node->left = node->right = NULL;
    } else if (key < node->key) {
        node->left = insert(node->left, key);
    } else if (key > node->key) {
        node->right = insert(node->right, key);
    }
    return node;
}

static int height(const struct node *node) {
    if (!node)
        return 0;
    int left = height(node->left), right = height(node->right);
    return left > right ? left + 1 : right + 1;
}

static void destroy(struct node *node) {
    if (!node)
        return;
    destroy(node->left);
    free(node);
    destroy(node->right); // ERROR(CWE-416)
}

int main(void) {
    struct node *root = NULL;
    while (__VERIFIER_nondet_int())
        root = insert(root, __VERIFIER_nondet_int());
    height(root);
    destroy(root);
    return 0;
}
