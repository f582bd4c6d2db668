//@ verdict: false(unreach-call)
//@ args: --property unreach-call
//@ harness: hidden (the C library may keep equal elements in order)
// What qsort does with the order of elements that compare as equal is not specified.
#include <stdlib.h>
extern void reach_error(void);

struct entry {
    int key;
    int place;
};

static int by_key(const void *a, const void *b)
{
    return ((const struct entry *)a)->key - ((const struct entry *)b)->key;
}

int main(void)
{
    struct entry entries[2] = {{1, 0}, {1, 1}};
    qsort(entries, 2, sizeof entries[0], by_key);
    if (entries[0].place != 0)
        reach_error(); // ERROR(CWE-617)
    return 0;
}
