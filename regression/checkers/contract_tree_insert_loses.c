//@ verdict: unknown
//@ args: --entry insert --engine shapes
// A part of the tree is overwritten.
#include <stdlib.h>

struct node {
    struct node *left, *right;
    int key;
};

//@ checker tree(struct node *this) := this == 0 or this.left.tree() and this.right.tree()

/*@ requires tree(root); ensures tree(\result); */
struct node *insert(struct node *root, int key)
{
    if (root == NULL) {
        struct node *node = malloc(sizeof *node);
        node->key = key;
        node->left = NULL;
        node->right = NULL;
        return node;
    }
    if (key < root->key)
        root->left = insert(root->left, key);
    else if (key > root->key)
        root->left = insert(root->right, key);
    return root;
}
