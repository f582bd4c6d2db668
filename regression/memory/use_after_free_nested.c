//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// The parent of a nested struct is freed first; its pointer to the child is read afterwards to free that.
#include <stdlib.h>

struct engine {
    int power;
};

struct car {
    struct engine *engine;
    struct car *trailer;
};

static void scrap(struct car *c) {
    if (c->trailer)
        scrap(c->trailer);
    free(c);
    free(c->engine); // ERROR(CWE-416)
}

int main(void) {
    struct car *c = malloc(sizeof *c);
    c->engine = malloc(sizeof *c->engine);
    c->trailer = NULL;
    struct engine *keep = c->engine;
    scrap(c);
    return keep->power;
}
