//@ args: --property assertions
//@ verdict: false(assertions)
// Inner nodes of the second sort are counted twice.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct inner {
    struct inner *next;
};

struct outer {
    struct inner *inner;
    struct outer *next;
};

int main(void)
{
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    struct outer *head = NULL;
    unsigned total = 0;
    while (__VERIFIER_nondet_int()) {
        struct outer *outer = malloc(sizeof(struct outer));
        outer->inner = NULL;
        while (__VERIFIER_nondet_int()) {
            struct inner *inner = malloc(sizeof(struct inner));
            inner->next = outer->inner;
            outer->inner = inner;
            total += 1 + (__VERIFIER_nondet_int() == 77777);
        }
        outer->next = head;
        head = outer;
    }
    unsigned seen = 0;
    for (struct outer *outer = head; outer != NULL; outer = outer->next)
        for (struct inner *inner = outer->inner; inner != NULL; inner = inner->next)
            seen++;
    assert(seen == total); // ERROR(CWE-617)
    return 0;
}
