//@ verdict: true
//@ models: ILP32 LP64
// Structs as values of ternaries, commas, assignments and calls; members and elements of such values.
#include <assert.h>

struct pair {
    int first, second;
};

struct list {
    struct pair pairs[2];
    int (*combine)(struct pair);
};

static int add(struct pair p) { return p.first + p.second; }
static int subtract(struct pair p) { return p.first - p.second; }

static struct list make(int base, int (*combine)(struct pair)) {
    return (struct list){{{base, base + 1}, {base + 2, base + 3}}, combine};
}

static struct pair swapped(struct pair p) {
    return (struct pair){p.second, p.first};
}

int main(void) {
    struct pair a = {1, 2}, b = {3, 4}, c;
    assert((a.first < b.first ? a : b).second == 2);
    assert((c = b).first == 3 && c.second == 4);
    assert((a = swapped(a), swapped(b)).first == 4 && a.first == 2);
    assert(make(10, add).pairs[1].second == 13);
    assert(make(5, subtract).combine(make(7, add).pairs[0]) == -1);
    struct list l = make(0, add);
    l.pairs[0] = l.pairs[1];
    l = l.combine == add ? make(l.pairs[0].first, subtract) : l;
    assert(l.pairs[0].first == 2 && l.combine(l.pairs[1]) == -1);
    a = b = swapped(b = a);
    assert(a.first == 1 && b.second == 2);
    return 0;
}
