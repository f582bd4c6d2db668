//@ args: --property valid-memsafety
//@ verdict: false(valid-deref)
// The parent of a leaf that was cut off on the right is freed first, and its child still leads to it.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *parent, *left, *right;
};

int main(void) {
    struct node *root = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->parent = node->left = node->right = NULL;
        if (!root) {
            root = node;
            continue;
        }
        struct node *place = root;
        while (place->left && place->right)
            place = __VERIFIER_nondet_int() ? place->left : place->right;
        node->parent = place;
        if (!place->left)
            place->left = node;
        else
            place->right = node;
    }
    struct node *cut = NULL;
    if (root && root->right) {
        cut = root->right;
        root->right = NULL;
        while (cut->left)
            cut = cut->left;
    }
    struct node *node = root;
    while (node && node->left)
        node = node->left;
    while (node) {
        struct node *parent = node->parent;
        if (node->right) {
            node = node->right;
            continue;
        }
        if (parent && parent->left == node)
            parent->left = NULL;
        else if (parent)
            parent->right = NULL;
        free(node);
        node = parent;
        while (node && node->left)
            node = node->left;
    }
    while (cut) {
        struct node *parent = cut->parent; // ERROR(CWE-416)
        free(cut);
        cut = parent;
    }
    return 0;
}
