//@ verdict: true
//@ args: --property assertions
// An appointment begins before it ends, and still does after all were moved to the start.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct appointment {
    int begin, end;
    struct appointment *next;
};

int main(void)
{
    struct appointment *first = NULL;
    while (__VERIFIER_nondet_int()) {
        int begin = __VERIFIER_nondet_int(), end = __VERIFIER_nondet_int();
        if (begin < 0 || begin > 1000 || end < begin || end > 2000)
            continue;
        struct appointment *new = malloc(sizeof(struct appointment));
        new->begin = begin;
        new->end = end;
        new->next = first;
        first = new;
    }
    for (struct appointment *a = first; a != NULL; a = a->next) {
        int length = a->end - a->begin;
        a->begin = 0;
        a->end = length;
    }
    for (struct appointment *a = first; a != NULL; a = a->next)
        assert(a->begin <= a->end);
    return 0;
}
