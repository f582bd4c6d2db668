//@ verdict: true
//@ models: ILP32 LP64
// Shared immutable lists with reference counts and a destructor per object type; all are gone at the end.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct object {
    int references;
    void (*destroy)(struct object *);
};

struct string {
    struct object base;
    char text[];
};

struct cons {
    struct object base;
    struct object *item;
    struct cons *rest;
};

static int alive;

static void *object_new(size_t size, void (*destroy)(struct object *)) {
    struct object *o = malloc(size);
    o->references = 1;
    o->destroy = destroy;
    alive++;
    return o;
}

static void *retain(void *object) {
    if (object)
        ((struct object *)object)->references++;
    return object;
}

static void release(void *object) {
    struct object *o = object;
    if (o && --o->references == 0) {
        if (o->destroy)
            o->destroy(o);
        free(o);
        alive--;
    }
}

static struct string *string_new(const char *text) {
    struct string *s = object_new(sizeof *s + strlen(text) + 1, NULL);
    strcpy(s->text, text);
    return s;
}

static void cons_destroy(struct object *o) {
    struct cons *c = (struct cons *)o;
    release(c->item);
    release(c->rest);
}

static struct cons *cons_new(void *item, struct cons *rest) {
    struct cons *c = object_new(sizeof *c, cons_destroy);
    c->item = item;
    c->rest = rest;
    return c;
}

static struct cons *append(struct cons *front, struct cons *back) {
    return front ? cons_new(retain(front->item), append(front->rest, back)) : retain(back);
}

static size_t total_length(const struct cons *c) {
    size_t total = 0;
    for (; c; c = c->rest)
        total += strlen(((const struct string *)c->item)->text);
    return total;
}

int main(void) {
    struct string *shared = string_new("shared");
    struct cons *tail = cons_new(retain(shared), NULL);
    struct cons *left = cons_new(string_new("left"), retain(tail));
    struct cons *right = cons_new(string_new("r"), tail);
    assert(alive == 6 && tail->base.references == 2 && shared->base.references == 2);

    struct cons *both = append(left, right);
    assert(alive == 8 && total_length(both) == 17);
    assert(both->rest->rest == right && right->base.references == 2);

    release(left);
    assert(alive == 7 && tail->base.references == 1);
    release(right);
    assert(alive == 7 && total_length(both) == 17);
    release(both);
    assert(alive == 1 && shared->base.references == 1);
    release(shared);
    assert(alive == 0);
    release(NULL);
    return 0;
}
