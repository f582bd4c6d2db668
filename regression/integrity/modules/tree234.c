// A 2-3-4 tree of pointers, immutable and with sharing: one node type that holds arrays of pointers.
//@ alloc: zmalloc

#include <stdlib.h>

// A node has 1 to 3 keys; an inner node has one child more. An empty tree is null.
struct tree {
    unsigned keys;
    void *key[3];
    struct tree *child[4];
};

typedef int (*compare_fn)(const void *, const void *);
typedef void *(*fold_fn)(void *, void *);
typedef void *(*map_fn)(void *);

// The tree with one key.
struct tree *_tree_singleton(void *key) {
    // MUTANT(wrong_size): struct tree *t = malloc(sizeof(struct tree *));
    // MUTANT(uninit_stack): struct tree *t; if (!key) t = malloc(sizeof(struct tree));
    struct tree *t = malloc(sizeof(struct tree));
    // MUTANT(outside): t[1].keys = 1;
    // MUTANT(arith): (t - 1)->keys = 1;
    t->keys = 1;
    // MUTANT(outside): t->key[3] = key; t->child[4] = t;
    t->key[0] = key;
    // MUTANT(cast_int): t->child[0] = (struct tree *)1;
    // MUTANT(interior): t->child[0] = (struct tree *)&t->key[0];
    // MUTANT(wrong_type): t->child[0] = key;
    t->child[0] = NULL;
    // MUTANT(interior): return (struct tree *)&t->child[1];
    // MUTANT(arith): return t + 1;
    return t;
}

// Whether there is no key.
int tree_is_empty(const struct tree *t) {
    // MUTANT(arith): return (t - 2)->keys == 0;
    // MUTANT(cast_int): return ((struct tree *)(unsigned long)t->keys)->keys == 0;
    return t == NULL;
}

// Whether there is one key.
int tree_is_singleton(const struct tree *t) {
    // MUTANT(outside): return t != NULL && t[1].keys == 1 && t->child[0] == NULL;
    // MUTANT(arith): return t != NULL && t->keys == 1 && t->child[-5] == NULL;
    // MUTANT(wrong_type): return t != NULL && ((const struct tree *)t->key[0])->keys == 1;
    return t != NULL && t->keys == 1 && t->child[0] == NULL;
}

// The key that compares equal, or null.
void *_tree_search(struct tree *t, const void *key, compare_fn compare) {
    while (t != NULL) {
        unsigned i = 0;
        // MUTANT(outside): while (i < t->keys) {
        // MUTANT(outside): while (i < 5 && i < t->keys) {
        while (i < 3 && i < t->keys) {
            int order = compare(key, t->key[i]);
            if (order == 0)
                return t->key[i];
            if (order < 0)
                break;
            i++;
        }
        // MUTANT(wrong_type): t = t->key[2];
        // MUTANT(interior): t = (struct tree *)&t->child[i & 3];
        // MUTANT(cast_int): t = (struct tree *)(unsigned long)t->keys;
        // MUTANT(outside): t = t->child[i + 1];
        t = i < 4 ? t->child[i] : NULL;
    }
    return NULL;
}

// Some key, or null.
void *tree_search_any(struct tree *t) {
    // MUTANT(arith): return t == NULL ? NULL : (t + 1)->key[0];
    // MUTANT(outside): return t == NULL ? NULL : t->key[7];
    return t == NULL ? NULL : t->key[0];
}

// The first key, or null.
void *tree_search_min(struct tree *t) {
    if (t == NULL)
        return NULL;
    while (t->child[0] != NULL)
        // MUTANT(interior): t = (struct tree *)&t->child[0];
        // MUTANT(arith): t = t->child[0] - 1;
        // MUTANT(cast_int): t = (struct tree *)((unsigned long)t->child[0] | 4);
        t = t->child[0];
    // MUTANT(outside): return t->key[-4];
    return t->key[0];
}

// The last key, or null.
void *tree_search_max(struct tree *t) {
    void *found = NULL;
    while (t != NULL) {
        // MUTANT(outside): unsigned last = t->keys - 1;
        unsigned last = t->keys - 1 < 3 ? t->keys - 1 : 0;
        found = t->key[last];
        // MUTANT(outside): t = t->child[last + 2];
        // MUTANT(wrong_type): t = found;
        t = t->child[last + 1];
    }
    return found;
}

// The greatest key below a given one, or null.
void *tree_search_lt(struct tree *t, const void *key, compare_fn compare) {
    void *found = NULL;
    while (t != NULL) {
        unsigned i;
        struct tree *next = t->child[0];
        for (i = 0; i < 3; i++) {
            // MUTANT(outside): if (i >= t->keys || compare(t->key[i + 1], key) >= 0)
            if (i >= t->keys || compare(t->key[i], key) >= 0)
                break;
            found = t->key[i];
            // MUTANT(outside): next = t->child[i + 2];
            // MUTANT(wrong_type): next = found;
            // MUTANT(interior): next = (struct tree *)&t->child[i + 1];
            next = t->child[i + 1];
        }
        // MUTANT(uninit_stack): struct tree *lost; t = i > 1 ? next : lost;
        t = next;
    }
    return found;
}

// The number of keys.
unsigned long _tree_size(const struct tree *t) {
    unsigned long size;
    unsigned i;
    if (t == NULL)
        return 0;
    size = t->keys;
    // MUTANT(outside): for (i = 0; i <= t->keys; i++)
    for (i = 0; i < 4 && i <= t->keys; i++)
        // MUTANT(wrong_type): size += _tree_size(t->key[0]);
        // MUTANT(interior): size += _tree_size((const struct tree *)&t->child[i]);
        // MUTANT(arith): size += _tree_size(t->child[i] + 1);
        // MUTANT(cast_int): size += _tree_size((const struct tree *)(size + 1));
        size += _tree_size(t->child[i]);
    return size;
}

// The number of levels.
unsigned tree_depth(const struct tree *t) {
    unsigned depth = 0;
    while (t != NULL) {
        depth++;
        // MUTANT(outside): t = t->child[depth];
        // MUTANT(interior): t = (const struct tree *)&t->child[3];
        // MUTANT(arith): t = t->child[0] + 1;
        t = t->child[0];
    }
    return depth;
}

// Folds the keys from the first to the last.
void *_tree_foldl(struct tree *t, fold_fn fold, void *value) {
    unsigned i;
    if (t == NULL)
        return value;
    value = _tree_foldl(t->child[0], fold, value);
    // MUTANT(outside): for (i = 0; i < t->keys; i++) {
    for (i = 0; i < 3 && i < t->keys; i++) {
        // MUTANT(outside): value = fold(value, t->key[i + 1]);
        value = fold(value, t->key[i]);
        // MUTANT(wrong_type): value = _tree_foldl(value, fold, value);
        // MUTANT(interior): value = _tree_foldl((struct tree *)&t->child[i + 1], fold, value);
        // MUTANT(uninit_stack): struct tree *none; value = _tree_foldl(none, fold, value);
        value = _tree_foldl(t->child[i + 1], fold, value);
    }
    return value;
}

// Replaces every key. Subtrees of which no key changes are shared with the old tree.
struct tree *_tree_map(struct tree *t, map_fn map) {
    struct tree *copy;
    unsigned i;
    int same = 1;
    if (t == NULL)
        return NULL;
    // MUTANT(wrong_size): copy = malloc(t->keys * sizeof(void *));
    // MUTANT(uninit): struct tree local; struct tree *lost; local.child[1] = lost; copy = malloc(sizeof local); *copy = local;
    copy = malloc(sizeof(struct tree));
    // MUTANT(outside): copy[1].keys = t->keys;
    copy->keys = t->keys;
    for (i = 0; i < 3 && i < t->keys; i++) {
        // MUTANT(outside): copy->key[i + 1] = map(t->key[i]);
        copy->key[i] = map(t->key[i]);
        same = same && copy->key[i] == t->key[i];
    }
    for (i = 0; i < 4 && i <= t->keys; i++) {
        // MUTANT(wrong_type): copy->child[i] = copy->key[0];
        // MUTANT(interior): copy->child[i] = (struct tree *)&copy->child[i];
        // MUTANT(cast_int): copy->child[i] = (struct tree *)(unsigned long)i;
        // MUTANT(arith): copy->child[i] = _tree_map(t->child[i], map) + 1;
        // MUTANT(outside): copy->child[i + 1] = _tree_map(t->child[i], map);
        copy->child[i] = _tree_map(t->child[i], map);
        same = same && copy->child[i] == t->child[i];
    }
    if (same) {
        free(copy);
        return t;
    }
    // MUTANT(arith): return copy - 1;
    return copy;
}
