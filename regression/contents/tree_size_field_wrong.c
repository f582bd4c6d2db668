//@ args: --property assertions
//@ verdict: false(assertions)
// A node forgets its right child.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct tree {
    unsigned size;
    struct tree *left, *right;
};

static unsigned size_of(struct tree *tree)
{
    return tree == NULL ? 0 : tree->size;
}

static struct tree *grow(void)
{
    if (__VERIFIER_nondet_int())
        return NULL;
    struct tree *tree = malloc(sizeof(struct tree));
    tree->left = grow();
    tree->right = grow();
    tree->size = 1 + size_of(tree->left) + (tree->left != NULL ? size_of(tree->right) : 0);
    return tree;
}

static void check(struct tree *tree)
{
    if (tree == NULL)
        return;
    assert(tree->size == 1 + size_of(tree->left) + size_of(tree->right)); // ERROR(CWE-617)
    check(tree->left);
    check(tree->right);
}

int main(void)
{
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    struct tree *tree = grow();
    check(tree);
    return 0;
}
