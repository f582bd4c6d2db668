//@ verdict: true
//@ models: ILP32 LP64
// An unbalanced binary search tree with parents: insertion, removal in all cases, successor walk, recursive release.
#include <assert.h>
#include <stdlib.h>

typedef struct tree tree;
struct tree {
    int key;
    tree *left, *right, *parent;
};

static void insert(tree **root, int key) {
    tree *parent = NULL;
    while (*root) {
        parent = *root;
        if (key == parent->key)
            return;
        root = key < parent->key ? &parent->left : &parent->right;
    }
    *root = malloc(sizeof **root);
    **root = (tree){.key = key, .parent = parent};
}

static tree *find(tree *t, int key) {
    while (t && t->key != key)
        t = key < t->key ? t->left : t->right;
    return t;
}

static tree *leftmost(tree *t) {
    while (t && t->left)
        t = t->left;
    return t;
}

static tree *successor(tree *t) {
    if (t->right)
        return leftmost(t->right);
    while (t->parent && t == t->parent->right)
        t = t->parent;
    return t->parent;
}

static void replace(tree **root, tree *old, tree *by) {
    if (!old->parent)
        *root = by;
    else if (old->parent->left == old)
        old->parent->left = by;
    else
        old->parent->right = by;
    if (by)
        by->parent = old->parent;
}

static void erase(tree **root, int key) {
    tree *t = find(*root, key);
    if (!t)
        return;
    if (t->left && t->right) {
        tree *next = leftmost(t->right);
        t->key = next->key;
        t = next;
    }
    replace(root, t, t->left ? t->left : t->right);
    free(t);
}

static int check(const tree *t, int low, int high) {
    if (!t)
        return 0;
    assert(low < t->key && t->key < high);
    assert(!t->left || t->left->parent == t);
    assert(!t->right || t->right->parent == t);
    return 1 + check(t->left, low, t->key) + check(t->right, t->key, high);
}

static void release(tree *t) {
    if (t) {
        release(t->left);
        release(t->right);
        free(t);
    }
}

int main(void) {
    static const int keys[] = {50, 20, 80, 10, 30, 70, 90, 25, 35, 75, 22, 20};
    tree *root = NULL;
    for (unsigned i = 0; i < sizeof keys / sizeof keys[0]; i++)
        insert(&root, keys[i]);
    assert(check(root, 0, 100) == 11);

    int visited = 0, last = 0;
    for (tree *t = leftmost(root); t; t = successor(t)) {
        assert(t->key > last);
        last = t->key;
        visited++;
    }
    assert(visited == 11 && last == 90);

    erase(&root, 10);
    erase(&root, 20);
    erase(&root, 50);
    erase(&root, 51);
    assert(check(root, 0, 100) == 8);
    assert(root->key == 70 && !find(root, 20) && find(root, 22));
    erase(&root, 70);
    erase(&root, 75);
    assert(root->key == 80 && check(root, 0, 100) == 6);
    release(root);
    return 0;
}
