//@ args: --property assertions
//@ verdict: true
// A pointer names a node only where one was made.
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *last = NULL;
    int made = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            last = malloc(sizeof *last);
            last->value = 7;
            made = 1;
        }
    }
    if (made)
        assert(last != NULL && last->value == 7);
    return 0;
}
