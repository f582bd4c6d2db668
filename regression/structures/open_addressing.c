//@ verdict: true
//@ models: ILP32 LP64
// A set of ints with linear probing and tombstones in one block that is replaced when it is full.
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

enum slot_state { EMPTY, USED, TOMB };

struct slot {
    uint8_t state;
    int32_t key;
};

struct set {
    uint32_t mask;
    uint32_t used, filled;
    struct slot *slots;
};

static struct set *set_new(uint32_t capacity) {
    struct set *s = malloc(sizeof *s);
    s->mask = capacity - 1;
    s->used = s->filled = 0;
    s->slots = calloc(capacity, sizeof *s->slots);
    return s;
}

static void set_free(struct set *s) {
    free(s->slots);
    free(s);
}

static uint32_t spread(int32_t key) {
    uint32_t h = (uint32_t)key * 2654435769u;
    return h ^ h >> 15;
}

static struct slot *probe(const struct set *s, int32_t key) {
    struct slot *tomb = NULL;
    for (uint32_t i = spread(key);; i++) {
        struct slot *slot = &s->slots[i & s->mask];
        if (slot->state == EMPTY)
            return tomb ? tomb : slot;
        if (slot->state == TOMB) {
            if (!tomb)
                tomb = slot;
        } else if (slot->key == key) {
            return slot;
        }
    }
}

static void set_add(struct set *s, int32_t key);

static void rebuild(struct set *s) {
    uint32_t old_capacity = s->mask + 1;
    struct slot *old = s->slots;
    if (s->used * 2 >= old_capacity)
        s->mask = old_capacity * 2 - 1;
    s->slots = calloc(s->mask + 1, sizeof *s->slots);
    s->used = s->filled = 0;
    for (uint32_t i = 0; i < old_capacity; i++)
        if (old[i].state == USED)
            set_add(s, old[i].key);
    free(old);
}

static void set_add(struct set *s, int32_t key) {
    struct slot *slot = probe(s, key);
    if (slot->state == USED)
        return;
    s->filled += slot->state == EMPTY;
    s->used++;
    slot->state = USED;
    slot->key = key;
    if (s->filled * 4 > (s->mask + 1) * 3)
        rebuild(s);
}

static bool set_has(const struct set *s, int32_t key) {
    return probe(s, key)->state == USED;
}

static bool set_remove(struct set *s, int32_t key) {
    struct slot *slot = probe(s, key);
    if (slot->state != USED)
        return false;
    slot->state = TOMB;
    s->used--;
    return true;
}

int main(void) {
    struct set *s = set_new(4);
    for (int32_t key = -20; key <= 20; key += 2)
        set_add(s, key);
    assert(s->used == 21);
    for (int32_t key = -21; key <= 21; key++)
        assert(set_has(s, key) == (key % 2 == 0));
    for (int32_t key = -20; key <= 20; key += 4)
        assert(set_remove(s, key));
    assert(!set_remove(s, -20) && s->used == 10);
    for (int32_t round = 0; round < 60; round++) {
        set_add(s, 1000 + round);
        assert(set_remove(s, 1000 + round));
    }
    assert(s->used == 10 && set_has(s, 18) && !set_has(s, 16));
    set_free(s);
    return 0;
}
