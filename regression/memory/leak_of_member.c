//@ verdict: false(valid-memtrack)
//@ models: ILP32 LP64
// The struct is freed before the string it owns.
#include <stdlib.h>

struct person {
    char *name;
    int age;
};

static void forget(struct person *p) {
    free(p); // ERROR(CWE-401)
}

int main(void) {
    struct person *p = malloc(sizeof *p);
    p->name = malloc(10);
    p->age = 40;
    forget(p);
    return 0;
}
