//@ args: --property assertions
//@ verdict: false(assertions)
// A member may be equal to the bound of its list.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct inner {
    int value;
    struct inner *next;
};

struct outer {
    int bound;
    struct inner *inner;
    struct outer *next;
};

int main(void)
{
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    struct outer *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct outer *outer = malloc(sizeof(struct outer));
        outer->bound = __VERIFIER_nondet_int();
        outer->inner = NULL;
        while (__VERIFIER_nondet_int()) {
            int value = __VERIFIER_nondet_int();
            if (value > outer->bound)
                break;
            struct inner *inner = malloc(sizeof(struct inner));
            inner->value = value;
            inner->next = outer->inner;
            outer->inner = inner;
        }
        outer->next = head;
        head = outer;
    }
    for (struct outer *outer = head; outer != NULL; outer = outer->next)
        for (struct inner *inner = outer->inner; inner != NULL; inner = inner->next)
            assert(inner->value < outer->bound); // ERROR(CWE-617)
    return 0;
}
