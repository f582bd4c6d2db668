//@ verdict: false(valid-memtrack)
//@ models: ILP32 LP64
// Removing a tree node with two children hangs the right one below the left one's rightmost node, but loses what was there.
#include <stdlib.h>

struct tree {
    int key;
    struct tree *left, *right;
};

static struct tree *leaf(int key) {
    struct tree *t = malloc(sizeof *t);
    t->key = key;
    t->left = t->right = NULL;
    return t;
}

static void insert(struct tree **t, int key) {
    while (*t)
        t = key < (*t)->key ? &(*t)->left : &(*t)->right;
    *t = leaf(key);
}

static void remove_key(struct tree **t, int key) {
    while (*t && (*t)->key != key)
        t = key < (*t)->key ? &(*t)->left : &(*t)->right;
    struct tree *gone = *t;
    if (!gone)
        return;
    if (!gone->left) {
        *t = gone->right;
    } else if (!gone->right) {
        *t = gone->left;
    } else {
        *t = gone->left;
        struct tree *right = gone->right;
        gone->left->right = right; // ERROR(CWE-401)
    }
    free(gone);
}

static int count(const struct tree *t) {
    return t ? count(t->left) + 1 + count(t->right) : 0;
}

static void release(struct tree *t) {
    if (!t)
        return;
    release(t->left);
    release(t->right);
    free(t);
}

int main(void) {
    static const int keys[] = {40, 20, 60, 10, 30, 50, 70};
    struct tree *root = NULL;
    for (int i = 0; i < 7; i++)
        insert(&root, keys[i]);
    remove_key(&root, 10);
    remove_key(&root, 20);
    remove_key(&root, 60);
    remove_key(&root, 50);
    int left = count(root);
    insert(&root, 25);
    insert(&root, 35);
    remove_key(&root, 40);
    release(root);
    return left;
}
