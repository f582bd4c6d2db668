//@ args: --property valid-memsafety
//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// The walk follows one link too many and reads a member of the null pointer at the end.
#include <stdlib.h>

struct stop {
    int minutes;
    struct stop *next;
};

int main(void) {
    struct stop last = {7, NULL}, middle = {3, &last}, first = {5, &middle};
    int total = 0;
    for (struct stop *s = &first; s->minutes < 100; s = s->next) // ERROR(CWE-476)
        total += s->minutes;
    return total;
}
