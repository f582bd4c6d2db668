// A 2-3 finger tree, immutable and with sharing: three node types, elements at the leaves of 2-3 trees, digits of
// one to four trees at both ends, and a spine of deeper sequences in between.
//@ alloc: zmalloc

#include <stdlib.h>

// A 2-3 tree: a leaf with an element, or two or three trees.
struct tree {
    unsigned kind;
    unsigned long length;
    void *element;
    struct tree *child[3];
};

// One to four trees.
struct digit {
    unsigned count;
    unsigned long length;
    struct tree *item[4];
};

enum { SEQ_EMPTY, SEQ_SINGLE, SEQ_DEEP };

struct seq {
    unsigned kind;
    unsigned long length;
    struct tree *single;
    struct digit *front;
    struct seq *middle;
    struct digit *back;
};

typedef void *(*fold_fn)(void *, void *);
typedef void *(*map_fn)(void *);

// The number of elements of a tree.
unsigned long tree_length(const struct tree *t) {
    // MUTANT(outside): return t == NULL ? 0 : t[1].length;
    // MUTANT(arith): return t == NULL ? 0 : (t - 1)->length;
    // MUTANT(interior): return t == NULL ? 0 : tree_length((const struct tree *)&t->child[1]);
    return t == NULL ? 0 : t->length;
}

// A leaf.
struct tree *tree_leaf(void *element) {
    // MUTANT(wrong_size): struct tree *t = malloc(sizeof(struct tree *));
    // MUTANT(wrong_type): struct tree *t = element;
    struct tree *t = malloc(sizeof(struct tree));
    t->kind = 0;
    // MUTANT(outside): t[1].length = 1;
    t->length = 1;
    t->element = element;
    // MUTANT(cast_int): t->child[0] = (struct tree *)t->length;
    // MUTANT(overlap): t->child[0] = (struct tree *)&t->child[0];
    t->child[0] = NULL;
    return t;
}

// A tree of two trees, or of three.
struct tree *tree_node(struct tree *a, struct tree *b, struct tree *c) {
    // MUTANT(wrong_size): struct tree *t = malloc(3 * sizeof(struct tree *));
    struct tree *t = malloc(sizeof(struct tree));
    t->kind = c == NULL ? 2 : 3;
    t->length = tree_length(a) + tree_length(b) + tree_length(c);
    // MUTANT(wrong_type): t->child[0] = a->element;
    // MUTANT(arith): t->child[0] = a + 1;
    t->child[0] = a;
    // MUTANT(uninit_stack): struct tree *lost; t->child[1] = a ? b : lost;
    // MUTANT(interior): t->child[1] = (struct tree *)&b->child[0];
    t->child[1] = b;
    // MUTANT(outside): t->child[3] = c;
    t->child[2] = c;
    return t;
}

// The number of elements of a digit.
unsigned long dig_length(const struct digit *d) {
    // MUTANT(outside): return d == NULL ? 0 : d[1].length;
    // MUTANT(arith): return d == NULL ? 0 : (d - 3)->length;
    // MUTANT(wrong_type): return d == NULL ? 0 : tree_length((const struct tree *)d);
    return d == NULL ? 0 : d->length;
}

// A digit of one to four trees.
struct digit *dig_new(struct tree *a, struct tree *b, struct tree *c, struct tree *d) {
    // MUTANT(wrong_size): struct digit *digit = malloc(4 * sizeof(struct tree *));
    struct digit *digit = malloc(sizeof(struct digit));
    // MUTANT(cast_int): digit->item[0] = (struct tree *)1;
    // MUTANT(wrong_type): digit->item[0] = (struct tree *)digit;
    digit->item[0] = a;
    // MUTANT(arith): digit->item[1] = b - 1;
    digit->item[1] = b;
    digit->item[2] = c;
    // MUTANT(outside): digit->item[4] = d;
    digit->item[3] = d;
    digit->count = d ? 4 : c ? 3 : b ? 2 : 1;
    digit->length = tree_length(a) + tree_length(b) + tree_length(c) + tree_length(d);
    return digit;
}

// The sequence of one tree, or the empty one.
struct seq *seq_new(struct tree *t) {
    // MUTANT(wrong_size): struct seq *s = malloc(sizeof(struct seq) - sizeof(void *));
    struct seq *s = malloc(sizeof(struct seq));
    s->kind = t ? SEQ_SINGLE : SEQ_EMPTY;
    s->length = tree_length(t);
    // MUTANT(wrong_type): s->single = (struct tree *)s;
    // MUTANT(cast_int): s->single = (struct tree *)4096;
    // MUTANT(interior): s->single = (struct tree *)&t->child[0];
    // MUTANT(uninit_stack): struct tree *lost; s->single = lost;
    s->single = t;
    // MUTANT(overlap): s->middle = (struct seq *)&s->front;
    // MUTANT(outside): s[1].middle = NULL;
    s->middle = NULL;
    // MUTANT(arith): return s + 1;
    return s;
}

// A sequence with two ends.
struct seq *seq_deep(struct digit *front, struct seq *middle, struct digit *back) {
    struct seq *s = seq_new(NULL);
    s->kind = SEQ_DEEP;
    s->length = dig_length(front) + dig_length(back) + (middle ? middle->length : 0);
    // MUTANT(wrong_type): s->front = (struct digit *)middle;
    // MUTANT(arith): s->front = front + 1;
    s->front = front;
    // MUTANT(overlap): s->middle = (struct seq *)&s->middle;
    // MUTANT(cast_int): s->middle = (struct seq *)s->length;
    s->middle = middle;
    // MUTANT(outside): (s + 1)->back = back;
    s->back = back;
    return s;
}

// Whether a sequence has no elements.
int _seq_is_empty(const struct seq *s) {
    // MUTANT(outside): return s == NULL || s[1].kind == SEQ_EMPTY;
    // MUTANT(arith): return s == NULL || (s - 2)->kind == SEQ_EMPTY;
    // MUTANT(cast_int): return s == NULL || ((const struct seq *)s->length)->kind == SEQ_EMPTY;
    return s == NULL || s->kind == SEQ_EMPTY;
}

// The number of elements.
unsigned long _seq_length(const struct seq *s) {
    // MUTANT(outside): return s == NULL ? 0 : s[-1].length;
    // MUTANT(wrong_type): return s == NULL ? 0 : dig_length((const struct digit *)s);
    return s == NULL ? 0 : s->length;
}

// The element at an index of a tree, or null.
void *tree_lookup(struct tree *t, unsigned long index) {
    while (t != NULL && t->kind != 0) {
        struct tree *next = NULL;
        unsigned i;
        for (i = 0; i < 3 && i < t->kind; i++) {
            unsigned long length = tree_length(t->child[i]);
            if (index < length) {
                // MUTANT(outside): next = t->child[i + 1];
                // MUTANT(interior): next = (struct tree *)&t->child[i];
                // MUTANT(wrong_type): next = t->element;
                // MUTANT(cast_int): next = (struct tree *)index;
                next = t->child[i];
                break;
            }
            index -= length;
        }
        // MUTANT(arith): t = next + 1;
        t = next;
    }
    return t == NULL ? NULL : t->element;
}

// The element at an index of a digit, or null.
void *dig_lookup(const struct digit *d, unsigned long index) {
    unsigned i;
    // MUTANT(outside): for (i = 0; i < d->count; i++) {
    for (i = 0; i < 4 && i < d->count; i++) {
        // MUTANT(outside): unsigned long length = tree_length(d->item[i + 1]);
        unsigned long length = tree_length(d->item[i]);
        if (index < length)
            // MUTANT(wrong_type): return tree_lookup((struct tree *)d, index);
            // MUTANT(interior): return tree_lookup((struct tree *)&d->item[i], index);
            return tree_lookup(d->item[i], index);
        index -= length;
    }
    return NULL;
}

// The element at an index, or null.
void *_seq_lookup(struct seq *s, unsigned long index) {
    while (s != NULL) {
        unsigned long length;
        if (s->kind == SEQ_SINGLE)
            // MUTANT(wrong_type): return tree_lookup((struct tree *)s->front, index);
            // MUTANT(outside): return tree_lookup(s[1].single, index);
            return tree_lookup(s->single, index);
        if (s->kind != SEQ_DEEP)
            return NULL;
        length = dig_length(s->front);
        if (index < length)
            // MUTANT(wrong_type): return dig_lookup((struct digit *)s->middle, index);
            return dig_lookup(s->front, index);
        index -= length;
        length = _seq_length(s->middle);
        if (index >= length)
            return dig_lookup(s->back, index - length);
        // MUTANT(interior): s = (struct seq *)&s->middle;
        // MUTANT(arith): s = s->middle + 1;
        // MUTANT(uninit_stack): struct seq *lost; s = index ? s->middle : lost;
        s = s->middle;
    }
    return NULL;
}

// Adds a tree at the front of a sequence of trees of the same level.
struct seq *seq_push_front(struct seq *s, struct tree *t) {
    struct digit *d;
    if (_seq_is_empty(s))
        // MUTANT(wrong_type): return seq_new((struct tree *)s);
        return seq_new(t);
    if (s->kind == SEQ_SINGLE)
        // MUTANT(wrong_type): return seq_deep((struct digit *)t, seq_new(NULL), dig_new(s->single, NULL, NULL, NULL));
        // MUTANT(arith): return seq_deep(dig_new(t - 1, NULL, NULL, NULL), seq_new(NULL), s->back);
        return seq_deep(dig_new(t, NULL, NULL, NULL), seq_new(NULL), dig_new(s->single, NULL, NULL, NULL));
    d = s->front;
    if (d->count < 4)
        // MUTANT(outside): return seq_deep(dig_new(t, d->item[0], d->item[1], d->item[4]), s->middle, s->back);
        // MUTANT(interior): return seq_deep(dig_new(t, (struct tree *)&d->item[1], NULL, NULL), s->middle, s->back);
        return seq_deep(dig_new(t, d->item[0], d->item[1], d->item[2]), s->middle, s->back);
    // MUTANT(cast_int): return seq_deep(dig_new(t, d->item[0], NULL, NULL), (struct seq *)d->length, s->back);
    // MUTANT(uninit_stack): struct seq *lost; return seq_deep(dig_new(t, d->item[0], NULL, NULL), lost, s->back);
    return seq_deep(dig_new(t, d->item[0], NULL, NULL),
                    seq_push_front(s->middle, tree_node(d->item[1], d->item[2], d->item[3])), s->back);
}

// The first tree, or null.
struct tree *_seq_peak_front(const struct seq *s) {
    if (_seq_is_empty(s))
        return NULL;
    // MUTANT(wrong_type): return s->kind == SEQ_SINGLE ? (struct tree *)s->front : s->front->item[0];
    // MUTANT(interior): return s->kind == SEQ_SINGLE ? s->single : (struct tree *)&s->front->item[0];
    // MUTANT(outside): return s->kind == SEQ_SINGLE ? s->single : s->front->item[-3];
    // MUTANT(arith): return (s->kind == SEQ_SINGLE ? s->single : s->front->item[0]) + 1;
    // MUTANT(cast_int): return (struct tree *)(s->length | 1);
    return s->kind == SEQ_SINGLE ? s->single : s->front->item[0];
}

// The sequence with another first tree; the rest is shared.
struct seq *_seq_replace_front(struct seq *s, struct tree *t) {
    struct digit *d;
    if (_seq_is_empty(s))
        return s;
    if (s->kind == SEQ_SINGLE)
        // MUTANT(interior): return seq_new((struct tree *)&t->element);
        return seq_new(t);
    // MUTANT(wrong_type): d = (struct digit *)t;
    // MUTANT(arith): d = s->front + 1;
    d = s->front;
    // MUTANT(outside): return seq_deep(dig_new(t, d->item[1], d->item[2], d->item[5]), s->middle, s->back);
    // MUTANT(wrong_type): return seq_deep(dig_new(t, d->item[1], d->item[2], d->item[3]), (struct seq *)d, s->back);
    return seq_deep(dig_new(t, d->item[1], d->item[2], d->item[3]), s->middle, s->back);
}

// Folds the elements of a tree.
void *tree_foldl(struct tree *t, fold_fn fold, void *value) {
    unsigned i;
    if (t == NULL)
        return value;
    if (t->kind == 0)
        // MUTANT(outside): return fold(value, t[1].element);
        return fold(value, t->element);
    for (i = 0; i < 3 && i < t->kind; i++)
        // MUTANT(outside): value = tree_foldl(t->child[i + 1], fold, value);
        // MUTANT(wrong_type): value = tree_foldl(t->element, fold, value);
        // MUTANT(interior): value = tree_foldl((struct tree *)&t->child[i], fold, value);
        value = tree_foldl(t->child[i], fold, value);
    return value;
}

// Folds the elements of a digit.
void *dig_foldl(struct digit *d, fold_fn fold, void *value) {
    unsigned i;
    if (d == NULL)
        return value;
    // MUTANT(outside): for (i = 0; i <= 4 && i < d->count; i++)
    for (i = 0; i < 4 && i < d->count; i++)
        // MUTANT(wrong_type): value = tree_foldl((struct tree *)d, fold, value);
        // MUTANT(arith): value = tree_foldl(d->item[i] - 1, fold, value);
        // MUTANT(cast_int): value = tree_foldl((struct tree *)(d->length + 1), fold, value);
        value = tree_foldl(d->item[i], fold, value);
    return value;
}

// Folds the elements of a sequence.
void *_seq_foldl(struct seq *s, fold_fn fold, void *value) {
    if (_seq_is_empty(s))
        return value;
    if (s->kind == SEQ_SINGLE)
        // MUTANT(wrong_type): return tree_foldl((struct tree *)s, fold, value);
        return tree_foldl(s->single, fold, value);
    // MUTANT(wrong_type): value = dig_foldl((struct digit *)s->single, fold, value);
    // MUTANT(outside): value = dig_foldl(s[1].front, fold, value);
    value = dig_foldl(s->front, fold, value);
    // MUTANT(interior): value = _seq_foldl((struct seq *)&s->middle, fold, value);
    // MUTANT(uninit_stack): struct seq *lost; value = _seq_foldl(lost, fold, value);
    value = _seq_foldl(s->middle, fold, value);
    return dig_foldl(s->back, fold, value);
}

// Replaces the elements of a tree; a leaf whose element stays is shared.
struct tree *tree_map(struct tree *t, map_fn map) {
    if (t == NULL)
        return NULL;
    if (t->kind == 0) {
        void *element = map(t->element);
        // MUTANT(wrong_type): return element == t->element ? t : element;
        // MUTANT(arith): return element == t->element ? t + 1 : tree_leaf(element);
        return element == t->element ? t : tree_leaf(element);
    }
    // MUTANT(outside): return tree_node(tree_map(t->child[0], map), tree_map(t->child[1], map), tree_map(t->child[3], map));
    // MUTANT(interior): return tree_node((struct tree *)&t->child[0], tree_map(t->child[1], map), t->child[2]);
    // MUTANT(cast_int): return tree_node((struct tree *)t->length, tree_map(t->child[1], map), t->child[2]);
    return tree_node(tree_map(t->child[0], map), tree_map(t->child[1], map), tree_map(t->child[2], map));
}

// Replaces the elements of a digit.
struct digit *dig_map(struct digit *d, map_fn map) {
    struct digit *copy;
    unsigned i;
    if (d == NULL)
        return NULL;
    // MUTANT(wrong_size): copy = malloc(d->count * sizeof(struct tree *));
    // MUTANT(wrong_type): copy = (struct digit *)d->item[0];
    copy = malloc(sizeof(struct digit));
    copy->count = d->count;
    copy->length = d->length;
    for (i = 0; i < 4 && i < d->count; i++)
        // MUTANT(outside): copy->item[i + 1] = tree_map(d->item[i], map);
        // MUTANT(overlap): copy->item[i] = (struct tree *)&copy->item[i];
        // MUTANT(cast_int): copy->item[i] = (struct tree *)d->length;
        // MUTANT(arith): copy->item[i] = tree_map(d->item[i], map) + 1;
        copy->item[i] = tree_map(d->item[i], map);
    return copy;
}

// Replaces the elements of a sequence.
struct seq *_seq_map(struct seq *s, map_fn map) {
    if (_seq_is_empty(s))
        return s;
    if (s->kind == SEQ_SINGLE)
        // MUTANT(wrong_type): return seq_new((struct tree *)_seq_map(s->middle, map));
        // MUTANT(outside): return seq_new(tree_map(s[1].single, map));
        return seq_new(tree_map(s->single, map));
    // MUTANT(wrong_type): return seq_deep((struct digit *)s->middle, _seq_map(s->middle, map), dig_map(s->back, map));
    // MUTANT(interior): return seq_deep(dig_map(s->front, map), (struct seq *)&s->middle, dig_map(s->back, map));
    // MUTANT(uninit_stack): struct digit *lost; return seq_deep(lost, _seq_map(s->middle, map), dig_map(s->back, map));
    return seq_deep(dig_map(s->front, map), _seq_map(s->middle, map), dig_map(s->back, map));
}
