//@ verdict: true
//@ args: --entry look
// What a function does not assign keeps its value; what it assigns has the value that it ensures.
#include <assert.h>

struct pair {
    int first, second;
};

int total;

/*@ requires \valid(pair) and value < 1000;
    assigns pair->first, total;
    ensures pair->first == value and total == \old(pair->second); */
void set(struct pair *pair, int value)
{
    pair->first = value;
    total = pair->second;
}

/*@ requires \valid(pair); */
void look(struct pair *pair)
{
    pair->second = 2;
    set(pair, 7);
    assert(pair->second == 2);
    assert(pair->first == 7);
    assert(total == 2);
}
