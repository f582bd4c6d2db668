//@ verdict: true
//@ models: ILP32 LP64
// A trie over lower-case words: counts, prefix queries, removal that prunes empty branches.
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { LETTERS = 26 };

struct trie {
    struct trie *child[LETTERS];
    int words_here;
    int words_below;
};

static int nodes;

static struct trie *trie_new(void) {
    nodes++;
    return calloc(1, sizeof(struct trie));
}

static void trie_free(struct trie *t) {
    if (!t)
        return;
    for (int i = 0; i < LETTERS; i++)
        trie_free(t->child[i]);
    free(t);
    nodes--;
}

static void add(struct trie *t, const char *word) {
    for (; *word; word++) {
        struct trie **next = &t->child[*word - 'a'];
        t->words_below++;
        if (!*next)
            *next = trie_new();
        t = *next;
    }
    t->words_here++;
}

static struct trie *descend(struct trie *t, const char *prefix) {
    while (t && *prefix)
        t = t->child[*prefix++ - 'a'];
    return t;
}

static int with_prefix(struct trie *t, const char *prefix) {
    t = descend(t, prefix);
    return t ? t->words_here + t->words_below : 0;
}

static bool contains(struct trie *t, const char *word) {
    t = descend(t, word);
    return t && t->words_here > 0;
}

static bool drop(struct trie **t, const char *word) {
    if (!*t)
        return false;
    if (*word == '\0') {
        if ((*t)->words_here == 0)
            return false;
        (*t)->words_here--;
    } else {
        if (!drop(&(*t)->child[*word - 'a'], word + 1))
            return false;
        (*t)->words_below--;
    }
    if ((*t)->words_here + (*t)->words_below == 0) {
        trie_free(*t);
        *t = NULL;
    }
    return true;
}

static char *longest(struct trie *t, char *buffer) {
    int deepest = -1;
    size_t depth = 0;
    for (int i = 0; i < LETTERS; i++)
        if (t->child[i]) {
            char below[16] = {0};
            longest(t->child[i], below);
            if (deepest < 0 || strlen(below) > depth) {
                deepest = i;
                depth = strlen(below);
                strcpy(buffer + 1, below);
                buffer[0] = (char)('a' + i);
            }
        }
    return buffer;
}

int main(void) {
    struct trie *t = trie_new();
    static const char *words[] = {"tea", "ten", "to", "inn", "in", "i", "ten", "tenant"};
    for (int i = 0; i < 8; i++)
        add(t, words[i]);
    assert(with_prefix(t, "te") == 4 && with_prefix(t, "") == 8 && with_prefix(t, "x") == 0);
    assert(contains(t, "in") && !contains(t, "te") && !contains(t, "tens"));
    assert(nodes == 12);

    char buffer[16] = {0};
    assert(strcmp(longest(t, buffer), "tenant") == 0);

    assert(drop(&t, "tenant") && nodes == 9);
    assert(!drop(&t, "tenant") && !drop(&t, "te"));
    assert(drop(&t, "ten") && contains(t, "ten"));
    assert(drop(&t, "ten") && !contains(t, "ten"));
    assert(with_prefix(t, "t") == 2);
    trie_free(t);
    assert(nodes == 0);
    return 0;
}
