//@ verdict: true
//@ models: ILP32 LP64
// Recursion: each call has its own locals; mutual recursion; Ackermann; a recursive permutation.
#include <assert.h>

static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }

static int ackermann(int m, int n) {
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

static int permutations(int *items, int count, int from) {
    if (from == count)
        return items[0] < items[1];
    int found = 0;
    for (int i = from; i < count; i++) {
        int saved = items[from];
        items[from] = items[i], items[i] = saved;
        found += permutations(items, count, from + 1);
        items[i] = items[from], items[from] = saved;
    }
    return found;
}

static int depth(int *outer, int level) {
    int mine = level;
    if (outer && *outer != level - 1)
        return -1;
    return level == 20 ? mine : depth(&mine, level + 1);
}

int main(void) {
    assert(is_even(40) && is_odd(17) && !is_odd(8));
    assert(ackermann(2, 3) == 9);
    int items[4] = {1, 2, 3, 4};
    assert(permutations(items, 4, 0) == 12);
    assert(depth(0, 0) == 20);
    return 0;
}
