//@ verdict: true
//@ today: unknown
// Each node of a tree keeps the size of its subtrees plus one.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *left, *right;
    unsigned size;
};

static unsigned size_of(struct node *tree)
{
    return tree == NULL ? 0 : tree->size;
}

static struct node *build(int depth)
{
    if (depth == 0 || __VERIFIER_nondet_int())
        return NULL;
    struct node *node = malloc(sizeof(struct node));
    node->left = build(depth - 1);
    node->right = build(depth - 1);
    node->size = size_of(node->left) + size_of(node->right) + 1;
    return node;
}

static unsigned count(struct node *tree)
{
    return tree == NULL ? 0 : count(tree->left) + count(tree->right) + 1;
}

static void check(struct node *tree)
{
    if (tree == NULL)
        return;
    assert(tree->size == size_of(tree->left) + size_of(tree->right) + 1);
    check(tree->left);
    check(tree->right);
}

static void free_tree(struct node *tree)
{
    if (tree == NULL)
        return;
    free_tree(tree->left);
    free_tree(tree->right);
    free(tree);
}

int main(void)
{
    struct node *root = build(__VERIFIER_nondet_int());
    check(root);
    assert(size_of(root) == count(root));
    free_tree(root);
    return 0;
}
