//@ args: --property valid-memsafety
//@ verdict: false(valid-memtrack)
// A number in each node tells whether it has a block of its own; blocks of the second kind are forgotten.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum kind { PLAIN, SHORT, LONG };

struct shape {
    struct shape *next;
    enum kind kind;
    void *extra;
};

int main(void) {
    struct shape *shapes = NULL;
    while (__VERIFIER_nondet_int()) {
        struct shape *shape = malloc(sizeof *shape);
        switch (__VERIFIER_nondet_int()) {
        case 0:
            shape->kind = SHORT;
            shape->extra = malloc(4);
            break;
        case 1:
            shape->kind = LONG;
            shape->extra = malloc(100);
            break;
        default:
            shape->kind = PLAIN;
            shape->extra = shape;
        }
        shape->next = shapes;
        shapes = shape;
    }
    while (shapes) {
        struct shape *next = shapes->next;
        if (shapes->kind == SHORT)
            free(shapes->extra);
        free(shapes); // ERROR(CWE-401)
        shapes = next;
    }
    return 0;
}
