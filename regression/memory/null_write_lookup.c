//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// The result of a lookup is not checked; an unknown key gives null, and a member behind offset 0 is written.
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct entry {
    int key;
    int hits;
};

static struct entry table[3] = {{10, 0}, {20, 0}, {30, 0}};

static struct entry *lookup(int key) {
    for (int i = 0; i < 3; i++)
        if (table[i].key == key)
            return &table[i];
    return NULL;
}

int main(void) {
    struct entry *e = lookup(__VERIFIER_nondet_int());
    e->hits = 1; // ERROR(CWE-476)
    return 0;
}
