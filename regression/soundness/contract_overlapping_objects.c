//@ verdict: unknown
//@ args: --entry overlap --engine shapes
// Valid objects of different sizes are apart from each other, too.
#include <assert.h>

struct pair {
    int first, second;
};

/*@ requires \valid(pair) and \valid(p); */
void set(struct pair *pair, int *p)
{
    pair->second = 1;
    *p = 2;
    assert(pair->second == 1);
}

/*@ requires \valid(pair); */
void overlap(struct pair *pair)
{
    set(pair, &pair->second);
}
