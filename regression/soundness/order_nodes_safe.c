//@ verdict: true
//@ args: --property unreach-call
// Calls that only make nodes of their own do not interfere.
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

#include <stdlib.h>

struct node {
    int value;
    struct node *left, *right;
};

static struct node *join(int value, struct node *left, struct node *right) {
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->left = left;
    node->right = right;
    return node;
}

int main(void) {
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    struct node *tree = join(1, join(2, 0, 0), join(3, 0, 0));
    if (tree->left->value != 2 || tree->right->value != 3)
        reach_error();
    free(tree->left);
    free(tree->right);
    free(tree);
    return 0;
}
