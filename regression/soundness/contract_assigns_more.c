//@ verdict: unknown
//@ args: --entry look --engine shapes --engine templates
// The function that is called changes more than it says.
#include <assert.h>

struct pair {
    int first, second;
};

/*@ requires \valid(pair); assigns pair->first; */
void set(struct pair *pair)
{
    pair->first = 1;
    pair->second = 1;
}

/*@ requires \valid(pair); */
void look(struct pair *pair)
{
    pair->second = 2;
    set(pair);
    assert(pair->second == 2);
}
