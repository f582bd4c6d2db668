//@ verdict: true
//@ models: ILP32 LP64
// Objects with static storage start as zero: globals, tentative definitions, static locals, pointers, padding members.
#include <assert.h>
#include <stddef.h>

int tentative;
int tentative;
int later;
static double real;
static struct {
    char tag;
    long *where;
    union {
        short s;
        long long wide;
    };
} record;
static int grid[3][3];

static int next_ticket(void) {
    static int ticket;
    static const int step = 5;
    return ticket += step;
}

int main(void) {
    assert(tentative == 0 && later == 3 && real == 0.0);
    assert(record.tag == 0 && record.where == NULL && record.wide == 0);
    for (int i = 0; i < 9; i++)
        assert(grid[i / 3][i % 3] == 0);
    assert(next_ticket() == 5);
    assert(next_ticket() == 10);
    return 0;
}

int later = 3;
