//@ verdict: false(valid-memtrack)
//@ models: ILP32 LP64
// Two nodes point at each other, but nothing points at them any more.
#include <stdlib.h>

struct peer {
    struct peer *other;
};

static struct peer *connect(void) {
    struct peer *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    a->other = b;
    b->other = a;
    return a;
}

int main(void) {
    struct peer *link = connect();
    link = NULL; // ERROR(CWE-401)
    return link != NULL;
}
