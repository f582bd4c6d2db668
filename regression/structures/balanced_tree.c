//@ verdict: true
//@ models: ILP32 LP64
// A tree that stays balanced by skew and split (AA tree): its invariants hold after each of many insertions.
#include <assert.h>
#include <stdlib.h>

struct tree {
    int key;
    int level;
    struct tree *left, *right;
};

static struct tree *skew(struct tree *t) {
    if (t->left && t->left->level == t->level) {
        struct tree *top = t->left;
        t->left = top->right;
        top->right = t;
        return top;
    }
    return t;
}

static struct tree *split(struct tree *t) {
    if (t->right && t->right->right && t->right->right->level == t->level) {
        struct tree *top = t->right;
        t->right = top->left;
        top->left = t;
        top->level++;
        return top;
    }
    return t;
}

static struct tree *insert(struct tree *t, int key) {
    if (!t) {
        t = calloc(1, sizeof *t);
        t->key = key;
        t->level = 1;
        return t;
    }
    if (key < t->key)
        t->left = insert(t->left, key);
    else if (key > t->key)
        t->right = insert(t->right, key);
    return split(skew(t));
}

static int level_of(const struct tree *t) {
    return t ? t->level : 0;
}

static int size(const struct tree *t) {
    return t ? 1 + size(t->left) + size(t->right) : 0;
}

static void check(const struct tree *t) {
    if (!t)
        return;
    assert(level_of(t->left) == t->level - 1);
    assert(level_of(t->right) == t->level || level_of(t->right) == t->level - 1);
    assert(!t->right || level_of(t->right->right) < t->level);
    assert(!t->left || t->left->key < t->key);
    assert(!t->right || t->key < t->right->key);
    check(t->left);
    check(t->right);
}

static void release(struct tree **t) {
    if (!*t)
        return;
    release(&(*t)->left);
    release(&(*t)->right);
    free(*t);
    *t = NULL;
}

static int contains(const struct tree *t, int key) {
    while (t) {
        if (t->key == key)
            return 1;
        t = key < t->key ? t->left : t->right;
    }
    return 0;
}

int main(void) {
    struct tree *root = NULL;
    for (int i = 1; i <= 15; i++) {
        root = insert(root, i);
        check(root);
    }
    assert(size(root) == 15 && root->key == 8 && root->level == 4);
    for (int i = 0; i < 15; i++) {
        root = insert(root, 100 - 7 * i);
        check(root);
    }
    for (int key = 1; key <= 15; key++)
        assert(contains(root, key));
    assert(contains(root, 93) && !contains(root, 94));
    assert(size(root) == 15 + 13);
    release(&root);
    assert(!root && size(root) == 0);
    return 0;
}
