//@ verdict: true
//@ today: unknown
// A tree has as many nodes as were inserted.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *left, *right;
};

static unsigned count;

static void insert(struct node **place)
{
    while (*place != NULL)
        place = __VERIFIER_nondet_int() ? &(*place)->left : &(*place)->right;
    *place = malloc(sizeof(struct node));
    (*place)->left = (*place)->right = NULL;
    count++;
}

static void free_tree(struct node *node)
{
    if (node == NULL)
        return;
    free_tree(node->left);
    free_tree(node->right);
    free(node);
    count--;
}

int main(void)
{
    struct node *root = NULL;
    while (__VERIFIER_nondet_int())
        insert(&root);
    free_tree(root);
    assert(count == 0);
    return 0;
}
