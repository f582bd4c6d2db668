//@ args: --property assertions
//@ verdict: false(assertions)
// As named_before_it_exists; nothing need have been made.
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *last = NULL;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            last = malloc(sizeof *last);
            last->value = 7;
        }
    }
    assert(last != NULL); // ERROR(CWE-617)
    return 0;
}
