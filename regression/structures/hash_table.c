//@ verdict: true
//@ models: ILP32 LP64
// A hash table from strings to ints with chains that grows when it is loaded, and removal by pointer to pointer.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    char *key;
    int value;
    struct entry *next;
};

struct table {
    struct entry **buckets;
    size_t bucket_count;
    size_t size;
};

static unsigned hash(const char *text) {
    unsigned h = 2166136261u;
    while (*text)
        h = (h ^ (unsigned char)*text++) * 16777619u;
    return h;
}

static char *copy_of(const char *text) {
    char *copy = malloc(strlen(text) + 1);
    return strcpy(copy, text);
}

static void grow(struct table *t) {
    size_t count = t->bucket_count * 2;
    struct entry **buckets = calloc(count, sizeof *buckets);
    for (size_t i = 0; i < t->bucket_count; i++) {
        struct entry *next;
        for (struct entry *e = t->buckets[i]; e; e = next) {
            next = e->next;
            struct entry **home = &buckets[hash(e->key) % count];
            e->next = *home;
            *home = e;
        }
    }
    free(t->buckets);
    t->buckets = buckets;
    t->bucket_count = count;
}

static struct entry **locate(struct table *t, const char *key) {
    struct entry **link = &t->buckets[hash(key) % t->bucket_count];
    while (*link && strcmp((*link)->key, key) != 0)
        link = &(*link)->next;
    return link;
}

static int *at(struct table *t, const char *key) {
    struct entry **link = locate(t, key);
    if (!*link) {
        if (t->size >= t->bucket_count) {
            grow(t);
            link = locate(t, key);
        }
        struct entry *e = malloc(sizeof *e);
        e->key = copy_of(key);
        e->value = 0;
        e->next = NULL;
        *link = e;
        t->size++;
    }
    return &(*link)->value;
}

static int drop(struct table *t, const char *key) {
    struct entry **link = locate(t, key);
    struct entry *e = *link;
    if (!e)
        return 0;
    *link = e->next;
    free(e->key);
    free(e);
    t->size--;
    return 1;
}

static void destroy(struct table *t) {
    for (size_t i = 0; i < t->bucket_count; i++)
        while (t->buckets[i])
            drop(t, t->buckets[i]->key);
    free(t->buckets);
}

int main(void) {
    struct table t = {calloc(2, sizeof(struct entry *)), 2, 0};
    static const char *words[] = {"the", "cat", "and", "the", "dog", "and", "the", "owl", "saw", "a", "cat"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        ++*at(&t, words[i]);
    assert(t.size == 7 && t.bucket_count == 8);
    assert(*at(&t, "the") == 3 && *at(&t, "cat") == 2 && *at(&t, "owl") == 1);
    assert(drop(&t, "the") == 1 && drop(&t, "the") == 0);
    assert(t.size == 6);
    assert(*at(&t, "the") == 0);
    destroy(&t);
    return 0;
}
