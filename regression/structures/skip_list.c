//@ verdict: true
//@ models: ILP32 LP64
// A skip list whose nodes carry a flexible array of links; every level is sorted and a part of the one below.
#include <assert.h>
#include <stdlib.h>

#define LEVELS 4

struct node {
    int key;
    int height;
    struct node *next[];
};

struct skip_list {
    struct node *head;
    unsigned coin;
};

static struct node *node_new(int key, int height) {
    struct node *n = malloc(sizeof *n + height * sizeof n->next[0]);
    n->key = key;
    n->height = height;
    for (int i = 0; i < height; i++)
        n->next[i] = NULL;
    return n;
}

static int toss_height(struct skip_list *l) {
    l->coin = l->coin * 1664525u + 1013904223u;
    int height = 1;
    for (unsigned bits = l->coin >> 20; height < LEVELS && (bits & 1); bits >>= 1)
        height++;
    return height;
}

static struct node *predecessors(struct skip_list *l, int key, struct node *before[LEVELS]) {
    struct node *at = l->head;
    for (int level = LEVELS - 1; level >= 0; level--) {
        while (at->next[level] && at->next[level]->key < key)
            at = at->next[level];
        before[level] = at;
    }
    return at->next[0];
}

static int insert(struct skip_list *l, int key) {
    struct node *before[LEVELS];
    struct node *found = predecessors(l, key, before);
    if (found && found->key == key)
        return 0;
    struct node *n = node_new(key, toss_height(l));
    for (int level = 0; level < n->height; level++) {
        n->next[level] = before[level]->next[level];
        before[level]->next[level] = n;
    }
    return 1;
}

static int erase(struct skip_list *l, int key) {
    struct node *before[LEVELS];
    struct node *found = predecessors(l, key, before);
    if (!found || found->key != key)
        return 0;
    for (int level = 0; level < found->height; level++)
        before[level]->next[level] = found->next[level];
    free(found);
    return 1;
}

static int check(const struct skip_list *l) {
    int counts[LEVELS] = {0};
    for (int level = 0; level < LEVELS; level++)
        for (const struct node *n = l->head->next[level]; n; n = n->next[level]) {
            assert(n->height > level);
            assert(!n->next[level] || n->key < n->next[level]->key);
            counts[level]++;
        }
    for (int level = 1; level < LEVELS; level++)
        assert(counts[level] <= counts[level - 1]);
    return counts[0];
}

static void destroy(struct skip_list *l) {
    struct node *n = l->head;
    while (n) {
        struct node *next = n->next[0];
        free(n);
        n = next;
    }
}

int main(void) {
    struct skip_list l = {node_new(-1, LEVELS), 99};
    for (int i = 0; i < 30; i++)
        assert(insert(&l, i * 13 % 31));
    assert(!insert(&l, 26) && check(&l) == 30);
    for (int key = 0; key < 31; key += 3)
        erase(&l, key);
    int left = check(&l);
    struct node *before[LEVELS];
    struct node *first = predecessors(&l, 0, before);
    assert(first->key == 1 && before[0] == l.head);
    assert(left == 20 && predecessors(&l, 18, before)->key == 19);
    assert(!erase(&l, 3) && erase(&l, 4));
    destroy(&l);
    return 0;
}
