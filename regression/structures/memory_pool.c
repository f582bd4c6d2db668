//@ verdict: true
//@ models: ILP32 LP64
// A pool of fixed-size blocks inside larger slabs: the free list runs through the unused blocks themselves.
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define BLOCKS_PER_SLAB 4

union block {
    union block *next_free;
    max_align_t aligned;
    char payload[24];
};

struct slab {
    struct slab *next;
    union block blocks[BLOCKS_PER_SLAB];
};

struct pool {
    struct slab *slabs;
    union block *free_list;
    int in_use, slab_count;
};

static void pool_grow(struct pool *p) {
    struct slab *s = malloc(sizeof *s);
    s->next = p->slabs;
    p->slabs = s;
    p->slab_count++;
    for (int i = BLOCKS_PER_SLAB - 1; i >= 0; i--) {
        s->blocks[i].next_free = p->free_list;
        p->free_list = &s->blocks[i];
    }
}

static void *pool_take(struct pool *p) {
    if (!p->free_list)
        pool_grow(p);
    union block *b = p->free_list;
    p->free_list = b->next_free;
    p->in_use++;
    return b->payload;
}

static int belongs(const struct pool *p, const void *memory) {
    for (const struct slab *s = p->slabs; s; s = s->next)
        for (int i = 0; i < BLOCKS_PER_SLAB; i++)
            if (s->blocks[i].payload == memory)
                return 1;
    return 0;
}

static void pool_give(struct pool *p, void *memory) {
    assert(belongs(p, memory));
    union block *b = memory;
    b->next_free = p->free_list;
    p->free_list = b;
    p->in_use--;
}

static void pool_destroy(struct pool *p) {
    while (p->slabs) {
        struct slab *next = p->slabs->next;
        free(p->slabs);
        p->slabs = next;
    }
    p->free_list = NULL;
}

struct person {
    char name[12];
    int age;
    struct person *friend;
};

static struct person *person_new(struct pool *p, const char *name, int age) {
    _Static_assert(sizeof(struct person) <= sizeof(((union block *)0)->payload), "fits into a block");
    struct person *person = pool_take(p);
    strncpy(person->name, name, sizeof person->name - 1);
    person->name[sizeof person->name - 1] = '\0';
    person->age = age;
    person->friend = NULL;
    return person;
}

int main(void) {
    struct pool pool = {0};
    struct person *people[10];
    for (int i = 0; i < 10; i++) {
        people[i] = person_new(&pool, i % 2 ? "odd" : "a long even name", 20 + i);
        people[i]->friend = i > 0 ? people[i - 1] : NULL;
    }
    assert(pool.slab_count == 3 && pool.in_use == 10);
    assert(strcmp(people[4]->name, "a long even") == 0);

    int ages = 0;
    for (struct person *p = people[9]; p; p = p->friend)
        ages += p->age;
    assert(ages == 245);

    for (int i = 0; i < 10; i += 2)
        pool_give(&pool, people[i]);
    struct person *reused = person_new(&pool, "new", 1);
    assert(reused == people[8]);
    for (int i = 1; i < 10; i += 2)
        assert(people[i]->age == 20 + i && strcmp(people[i]->name, "odd") == 0);
    for (int i = 0; i < 6; i++)
        person_new(&pool, "x", i);
    assert(pool.slab_count == 3 && pool.in_use == 12 && pool.free_list == NULL);
    pool_destroy(&pool);
    return 0;
}
