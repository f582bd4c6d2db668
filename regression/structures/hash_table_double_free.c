//@ verdict: false(valid-free)
//@ models: ILP32 LP64
// Growing a table copies the chains into the new buckets, but leaves an entry in its old one too; releasing frees it twice.
#include <stdlib.h>

struct entry {
    unsigned key;
    struct entry *next;
};

struct table {
    unsigned count;
    struct entry **heads;
};

static void add(struct table *t, unsigned key) {
    struct entry *e = malloc(sizeof *e);
    e->key = key;
    e->next = t->heads[key % t->count];
    t->heads[key % t->count] = e;
}

static int has(const struct table *t, unsigned key) {
    const struct entry *e = t->heads[key % t->count];
    while (e && e->key != key)
        e = e->next;
    return e != NULL;
}

static void grow(struct table *t) {
    unsigned count = 2 * t->count;
    struct entry **heads = calloc(count, sizeof *heads);
    for (unsigned i = 0; i < t->count; i++) {
        heads[i] = t->heads[i];
        for (struct entry *e = t->heads[i]; e; e = e->next)
            if (e->key % count != i) {
                heads[e->key % count] = e;
                break;
            }
    }
    free(t->heads);
    t->heads = heads;
    t->count = count;
}

static void release(struct table *t) {
    for (unsigned i = 0; i < t->count; i++)
        free(t->heads[i]); // ERROR(CWE-415)
    free(t->heads);
}

int main(void) {
    struct table t = {2, calloc(2, sizeof(struct entry *))};
    add(&t, 4);
    add(&t, 3);
    int found = has(&t, 3) + has(&t, 4);
    grow(&t);
    found += has(&t, 3) + has(&t, 4);
    release(&t);
    return found;
}
