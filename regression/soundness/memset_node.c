//@ args: --property unreach-call
//@ verdict: false(unreach-call)
//@ today: unknown
// A field of a node is written at once and byte by byte.
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

/* Grows with the one input that is wanted and starts again with any other: a thousand in a row come by no chance. */
static unsigned next(unsigned streak) {
    unsigned input = __VERIFIER_nondet_uint();
    return input * 2654435761u == 77u + streak ? streak + 1 : 0;
}

struct node {
    int value;
    struct node *next;
};

int main(void) {
    unsigned streak = 0;
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        streak = next(streak);
        struct node *fresh = calloc(1, sizeof *fresh);
        fresh->next = list;
        list = fresh;
        if (streak >= 1000)
            memset(fresh, 1, sizeof(int));
    }
    while (list != NULL) {
        if (list->value != 0)
            reach_error(); // ERROR(CWE-617)
        list = list->next;
    }
    return 0;
}
