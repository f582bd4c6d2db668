//@ args: --property assertions
//@ verdict: true
//@ today: unknown
// A tree knows in each node how many nodes there are from there on.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

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
    tree->size = 1 + size_of(tree->left) + size_of(tree->right);
    return tree;
}

static void check(struct tree *tree)
{
    if (tree == NULL)
        return;
    assert(tree->size == 1 + size_of(tree->left) + size_of(tree->right));
    check(tree->left);
    check(tree->right);
}

int main(void)
{
    struct tree *tree = grow();
    check(tree);
    return 0;
}
