//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// A tree node takes over a child without counting the new reference; the last owner reads a freed counter.
#include <stdlib.h>

struct shape {
    int references;
    int area;
    struct shape *parts[2];
};

static struct shape *simple(int area) {
    struct shape *s = malloc(sizeof *s);
    s->references = 1;
    s->area = area;
    s->parts[0] = s->parts[1] = NULL;
    return s;
}

static struct shape *share(struct shape *s) {
    s->references++;
    return s;
}

static void drop(struct shape *s) {
    if (!s || --s->references > 0) // ERROR(CWE-416)
        return;
    drop(s->parts[0]);
    drop(s->parts[1]);
    free(s);
}

static struct shape *group(struct shape *a, struct shape *b) {
    struct shape *s = simple(a->area + b->area);
    s->parts[0] = share(a);
    s->parts[1] = b;
    return s;
}

int main(void) {
    struct shape *square = simple(4);
    struct shape *circle = simple(3);
    struct shape *house = group(square, circle);
    int area = house->area;
    drop(house);
    area += square->area;
    drop(square);
    drop(circle);
    return area;
}
