//@ verdict: true
//@ models: ILP32 LP64
// Compound literals: arrays, structs, scalars, as arguments, modifiable, and static at file scope.
#include <assert.h>

struct point {
    int x, y;
};

static int *file_scope = (int[]){7, 8, 9};

static int manhattan(struct point a, const struct point *b) {
    int dx = a.x - b->x, dy = a.y - b->y;
    return (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy);
}

static int sum(const int *values) {
    int total = 0;
    while (*values)
        total += *values++;
    return total;
}

int main(void) {
    assert(manhattan((struct point){1, 2}, &(struct point){.y = 5}) == 4);
    assert(sum((int[]){1, 2, 3, 0}) == 6);
    int *box = &(int){5};
    *box += 1;
    assert(*box == 6);
    struct point *p = &(struct point){3};
    p->y = 4;
    assert(p->x * p->y == 12);
    assert(file_scope[1] == 8 && sizeof((char[]){"abc"}) == 4);
    for (int i = 0; i < 3; i++) {
        int *fresh = (int[2]){i};
        assert(fresh[0] == i && fresh[1] == 0);
        fresh[1] = 9;
    }
    return 0;
}
