//@ args: --property assertions
//@ verdict: false(assertions)
// As running_example, but half of a value may be less than 10.
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *list = malloc(sizeof *list), *tail = list;
    list->next = NULL;
    list->value = 10;
    while (__VERIFIER_nondet_int()) {
        int value = __VERIFIER_nondet_int();
        if (value < 10 || value > 20)
            continue;
        struct node *fresh = malloc(sizeof *fresh);
        fresh->next = NULL;
        fresh->value = value;
        tail->next = fresh;
        tail = fresh;
    }
    while (1) {
        for (struct node *p = list; p != NULL; p = p->next) {
            assert(p->value >= 10 && p->value <= 20); // ERROR(CWE-617)
            if (p->value < 15)
                p->value++;
            else
                p->value /= 2;
        }
    }
}
