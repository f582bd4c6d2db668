//@ verdict: true
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct pair { int key; const char *name; };
static int by_key(const void *a, const void *b)
{
    const struct pair *left = a, *right = b;
    return left->key < right->key ? -1 : left->key > right->key;
}
static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct pair *)a)->name, ((const struct pair *)b)->name);
}
int main(void)
{
    struct pair p[3] = {{3, "a"}, {1, "c"}, {2, "b"}}, key = {2, 0};
    qsort(p, 3, sizeof p[0], by_key);
    assert(p[0].key == 1 && p[1].key == 2 && p[2].key == 3);
    assert(bsearch(&key, p, 3, sizeof p[0], by_key) == &p[1]);
    qsort(p, 3, sizeof p[0], by_name);
    assert(p[0].key == 3);
    return 0;
}
