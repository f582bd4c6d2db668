//@ args: --property assertions
//@ verdict: false(assertions)
// What is put in last is not counted.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct inner {
    struct inner *next;
};

struct outer {
    struct inner *inner;
    unsigned count;
    struct outer *next;
};

int main(void)
{
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    struct outer *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct outer *outer = malloc(sizeof(struct outer));
        outer->inner = NULL;
        outer->count = 0;
        while (__VERIFIER_nondet_int()) {
            struct inner *inner = malloc(sizeof(struct inner));
            inner->next = outer->inner;
            outer->inner = inner;
            outer->count += outer->inner->next == NULL || outer->count < 3;
        }
        outer->next = head;
        head = outer;
    }
    for (struct outer *outer = head; outer != NULL; outer = outer->next) {
        unsigned seen = 0;
        for (struct inner *inner = outer->inner; inner != NULL; inner = inner->next)
            seen++;
        assert(seen == outer->count); // ERROR(CWE-617)
    }
    return 0;
}
