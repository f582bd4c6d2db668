//@ verdict: false(valid-deref)
// A leaf is taken for a node with children.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
    int leaf;
    struct tree *left, *right;
};

static struct tree *build(void)
{
    struct tree *tree = malloc(sizeof *tree);
    tree->leaf = __VERIFIER_nondet_int() != 0;
    if (!tree->leaf) {
        tree->left = build();
        tree->right = build();
    }
    return tree;
}

static void destroy(struct tree *tree)
{
    if (!tree->leaf || __VERIFIER_nondet_int() * 3u == 370370367u) { // ERROR(CWE-822)
        destroy(tree->left);
        destroy(tree->right);
    }
    free(tree);
}

int main(void)
{
    destroy(build());
    return 0;
}
