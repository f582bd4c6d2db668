// What lies in a union is what was written there last: a number, or a node that is followed.
//@ alloc: zmalloc
//@ function: mixed D-unsafe
#include <stdlib.h>

struct value {
    int tag;
    union {
        long number;
        double real;
        struct value *link;
    } as;
    struct value *next;
};

struct value *number(long n, struct value *next) {
    struct value *v = malloc(sizeof *v);
    v->tag = 0;
    v->as.number = n;
    v->next = next;
    return v;
}

long total(const struct value *v) {
    long sum = 0;
    for (; v; v = v->next)
        sum += v->tag == 0 ? v->as.number : (long)v->as.real;
    return sum;
}

struct value *child(struct value *v) {
    return v->tag == 2 ? v->as.link : NULL;
}

struct value *mixed(struct value *v) {
    v->as.number = 5;
    return v->as.link;
}
