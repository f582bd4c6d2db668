//@ verdict: true
//@ args: --entry twice
// Calls count by contracts: the tree is given up and comes back, with the same root where the contract speaks of the parameter.
#include <stdlib.h>

struct node {
    struct node *left, *right;
    int key;
};

//@ checker tree(struct node *this) := this == 0 or this.left.tree() and this.right.tree()

/*@ requires tree(root); ensures tree(root); */
void clear(struct node *root)
{
    if (root == NULL)
        return;
    root->key = 0;
    clear(root->left);
    clear(root->right);
}

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
        root->right = insert(root->right, key);
    return root;
}

/*@ requires tree(root); ensures tree(\result); */
struct node *twice(struct node *root, int key)
{
    root = insert(root, key);
    clear(root);
    return insert(root, key);
}
