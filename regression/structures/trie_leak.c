//@ args: --property valid-memsafety
//@ verdict: false(valid-memtrack)
//@ models: ILP32 LP64
// Releasing a trie over the digits visits the children 0 to 8 only; what hangs below 9 is lost with its parent.
#include <stdlib.h>

struct trie {
    int end;
    struct trie *digit[10];
};

static struct trie *trie_new(void) {
    struct trie *t = malloc(sizeof *t);
    t->end = 0;
    for (int i = 0; i < 10; i++)
        t->digit[i] = NULL;
    return t;
}

static void add(struct trie *t, unsigned number) {
    do {
        struct trie **next = &t->digit[number % 10];
        if (!*next)
            *next = trie_new();
        t = *next;
        number /= 10;
    } while (number);
    t->end = 1;
}

static int contains(const struct trie *t, unsigned number) {
    do {
        t = t->digit[number % 10];
        number /= 10;
    } while (t && number);
    return t && t->end;
}

static void release(struct trie *t) {
    for (int i = 0; i < 9; i++)
        if (t->digit[i])
            release(t->digit[i]);
    free(t); // ERROR(CWE-401)
}

int main(void) {
    struct trie *t = trie_new();
    add(t, 12);
    add(t, 112);
    int found = contains(t, 12) + contains(t, 2);
    release(t);

    t = trie_new();
    add(t, 90);
    add(t, 19);
    add(t, 5);
    found += contains(t, 19);
    release(t);
    return found;
}
