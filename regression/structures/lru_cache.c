//@ verdict: true
//@ models: ILP32 LP64
// A cache that evicts the entry used longest ago: a hash index and an age list over the same nodes.
#include <assert.h>
#include <stdlib.h>

#define BUCKETS 3

struct entry {
    int key, value;
    struct entry *newer, *older;
    struct entry *chain;
};

struct cache {
    struct entry *index[BUCKETS];
    struct entry *newest, *oldest;
    int size, capacity;
    int hits, misses;
};

static struct entry **slot(struct cache *c, int key) {
    struct entry **s = &c->index[(unsigned)key % BUCKETS];
    while (*s && (*s)->key != key)
        s = &(*s)->chain;
    return s;
}

static void detach(struct cache *c, struct entry *e) {
    if (e->newer)
        e->newer->older = e->older;
    else
        c->newest = e->older;
    if (e->older)
        e->older->newer = e->newer;
    else
        c->oldest = e->newer;
}

static void attach_newest(struct cache *c, struct entry *e) {
    e->newer = NULL;
    e->older = c->newest;
    if (c->newest)
        c->newest->newer = e;
    else
        c->oldest = e;
    c->newest = e;
}

static void evict(struct cache *c) {
    struct entry *victim = c->oldest;
    *slot(c, victim->key) = victim->chain;
    detach(c, victim);
    free(victim);
    c->size--;
}

static int *get(struct cache *c, int key) {
    struct entry *e = *slot(c, key);
    if (!e) {
        c->misses++;
        return NULL;
    }
    c->hits++;
    detach(c, e);
    attach_newest(c, e);
    return &e->value;
}

static void put(struct cache *c, int key, int value) {
    struct entry *e = *slot(c, key);
    if (e) {
        detach(c, e);
    } else {
        if (c->size == c->capacity)
            evict(c);
        struct entry **s = slot(c, key);
        e = malloc(sizeof *e);
        e->key = key;
        e->chain = NULL;
        *s = e;
        c->size++;
    }
    e->value = value;
    attach_newest(c, e);
}

static int ages(const struct cache *c) {
    int digits = 0;
    for (const struct entry *e = c->newest; e; e = e->older) {
        assert(e->older ? e->older->newer == e : c->oldest == e);
        digits = digits * 10 + e->key;
    }
    return digits;
}

int main(void) {
    struct cache *c = calloc(1, sizeof *c);
    c->capacity = 3;
    put(c, 1, 100);
    put(c, 4, 400);
    put(c, 7, 700);
    assert(ages(c) == 741);
    assert(*get(c, 1) == 100);
    put(c, 2, 200);
    assert(ages(c) == 217 && get(c, 4) == NULL);
    put(c, 7, 701);
    assert(ages(c) == 721 && *get(c, 7) == 701);
    for (int key = 3; key <= 9; key++)
        put(c, key, key * key);
    assert(ages(c) == 987 && c->size == 3);
    assert(*get(c, 8) == 64 && ages(c) == 897);
    assert(c->hits == 3 && c->misses == 1);
    while (c->size)
        evict(c);
    for (int i = 0; i < BUCKETS; i++)
        assert(c->index[i] == NULL);
    free(c);
    return 0;
}
