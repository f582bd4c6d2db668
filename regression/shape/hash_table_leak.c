//@ args: --property valid-memsafety
//@ verdict: false(valid-memtrack)
// The last bucket of a hash table is not freed.
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

#define BUCKETS 16

struct entry {
    unsigned key;
    struct entry *next;
};

static void insert(struct entry **table, unsigned key) {
    struct entry *entry = malloc(sizeof *entry);
    entry->key = key;
    entry->next = table[key % BUCKETS];
    table[key % BUCKETS] = entry;
}

int main(void) {
    struct entry *table[BUCKETS] = {0};
    while (__VERIFIER_nondet_uint())
        insert(table, __VERIFIER_nondet_uint());
    for (int i = 0; i < BUCKETS - 1; i++) {
        while (table[i]) {
            struct entry *entry = table[i];
            table[i] = entry->next;
            free(entry);
        }
    }
    return 0; // ERROR(CWE-401)
}
