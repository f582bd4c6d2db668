//@ args: --property valid-memsafety
//@ verdict: false(valid-memtrack)
// A right child that has none itself is still there when its parent is freed.
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
    struct node *node = root;
    while (node) {
        if (node->left) {
            node = node->left;
        } else if (node->right && node->right->right) {
            node = node->right;
        } else {
            struct node *parent = node->parent;
            if (parent) {
                if (parent->left == node)
                    parent->left = NULL;
                else
                    parent->right = NULL;
            }
            free(node); // ERROR(CWE-401)
            node = parent;
        }
    }
    return 0;
}
