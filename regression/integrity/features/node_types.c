// Node types that point at each other, function pointers, opaque data, and numbers of all sizes.
//@ alloc: malloc
//@ function: use_data D-unsafe:dangling
#include <stdlib.h>

struct edge;

struct vertex {
    struct edge *out;
    void *data;
    void (*destroy)(void *);
    const char *name;
    unsigned char mark;
    short rank;
    double weight;
    unsigned flag : 3, level : 5;
};

struct edge {
    struct vertex *from;
    struct vertex *to;
    struct edge *next;
};

struct vertex *vertex_new(void *data, void (*destroy)(void *)) {
    struct vertex *v = malloc(sizeof *v);
    if (v == NULL)
        return NULL;
    v->out = NULL;
    v->data = data;
    v->destroy = destroy;
    v->name = "vertex";
    v->mark = 0;
    v->rank = -1;
    v->weight = 0.5;
    v->flag = 1;
    v->level = 2;
    return v;
}

struct edge *connect(struct vertex *from, struct vertex *to) {
    struct edge *e = malloc(sizeof *e);
    if (e != NULL) {
        e->from = from;
        e->to = to;
        e->next = from->out;
        from->out = e;
    }
    return e;
}

int reachable(struct vertex *from, const struct vertex *to) {
    struct edge *e;
    if (from == to)
        return 1;
    if (from == NULL || from->mark)
        return 0;
    from->mark = 1;
    for (e = from->out; e != NULL; e = e->next) {
        e->to->weight += 1.0;
        if (reachable(e->to, to))
            return 1;
    }
    return 0;
}

void vertex_destroy(struct vertex *v) {
    struct edge *e = v->out;
    while (e != NULL) {
        struct edge *next = e->next;
        free(e);
        e = next;
    }
    if (v->destroy && v->level > 1)
        v->destroy(v->data);
    free(v);
}

// What is behind a `void *` is not known.
struct vertex *use_data(struct vertex *v) {
    return v->data;
}
