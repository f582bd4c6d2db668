//@ verdict: true
//@ models: ILP32 LP64
// Arrays and structs that are completed later, block-scope extern, static functions used before their definition.
#include <assert.h>

extern int table[];
struct shape;
static int area(const struct shape *s);
static struct shape *biggest;

static int first_entry(void) {
    extern int table[];
    return table[0];
}

struct shape {
    int width, height;
    struct shape *inner;
};

static struct shape shapes[2] = {{2, 3, &shapes[1]}, {1, 1, 0}};
int table[] = {5, 6, 7};

static int area(const struct shape *s) {
    return s ? s->width * s->height - area(s->inner) : 0;
}

static inline int twice(register int x) {
    return x + x;
}

int main(void) {
    biggest = shapes;
    assert(first_entry() == 5 && sizeof table / sizeof table[0] == 3);
    assert(area(biggest) == 5 && area(biggest->inner) == 1);
    assert(twice(table[2]) == 14);
    int implicit_prototype();
    assert(implicit_prototype(3, 4) == 7);
    return 0;
}

int implicit_prototype(int a, int b) {
    return a + b;
}
