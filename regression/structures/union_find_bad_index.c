//@ args: --property valid-memsafety
//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// A disjoint-set forest numbers its elements from 0, but the bound check of its user lets the size itself pass.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct forest {
    int size;
    int sets;
    int *parent;
};

static struct forest *forest_new(int size) {
    struct forest *f = malloc(sizeof *f);
    f->size = f->sets = size;
    f->parent = malloc(size * sizeof *f->parent);
    for (int i = 0; i < size; i++)
        f->parent[i] = i;
    return f;
}

static int root(struct forest *f, int element) {
    while (f->parent[element] != element) { // ERROR(CWE-125)
        int above = f->parent[element];
        f->parent[element] = f->parent[above];
        element = above;
    }
    return element;
}

static void unite(struct forest *f, int a, int b) {
    int root_a = root(f, a), root_b = root(f, b);
    if (root_a != root_b) {
        f->parent[root_a] = root_b;
        f->sets--;
    }
}

static int in_range(const struct forest *f, int element) {
    return element >= 0 && element <= f->size;
}

int main(void) {
    struct forest *f = forest_new(6);
    unite(f, 0, 1);
    unite(f, 2, 3);
    unite(f, 1, 3);
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    if (in_range(f, a) && in_range(f, b))
        unite(f, a, b);
    int sets = f->sets;
    free(f->parent);
    free(f);
    return sets;
}
