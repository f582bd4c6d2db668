//@ verdict: true
//@ args: --property assertions
// Each value is kept with the number of its bucket, which is found again.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct entry {
    unsigned value, bucket;
    struct entry *next;
};

int main(void)
{
    struct entry *entries = NULL;
    while (__VERIFIER_nondet_int()) {
        struct entry *entry = malloc(sizeof(struct entry));
        entry->value = __VERIFIER_nondet_uint();
        entry->bucket = entry->value % 16;
        entry->next = entries;
        entries = entry;
    }
    for (struct entry *entry = entries; entry != NULL; entry = entry->next)
        assert(entry->bucket < 16);
    return 0;
}
