//@ args: --property assertions
//@ verdict: false(assertions)
// A node that becomes a left child is counted twice.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct tree {
    int key;
    struct tree *left, *right;
};

static unsigned count(struct tree *tree)
{
    return tree == NULL ? 0 : 1 + count(tree->left) + count(tree->right);
}

int main(void)
{
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    struct tree *root = NULL;
    unsigned inserted = 0;
    while (__VERIFIER_nondet_int()) {
        struct tree *node = malloc(sizeof(struct tree));
        node->key = __VERIFIER_nondet_int();
        node->left = node->right = NULL;
        inserted++;
        if (root == NULL) {
            root = node;
            continue;
        }
        struct tree *at = root;
        for (;;) {
            if (node->key < at->key) {
                if (at->left == NULL) {
                    at->left = node;
                    inserted++;
                    break;
                }
                at = at->left;
            } else {
                if (at->right == NULL) {
                    at->right = node;
                    break;
                }
                at = at->right;
            }
        }
    }
    assert(count(root) == inserted); // ERROR(CWE-617)
    return 0;
}
