//@ args: --property unreach-call
//@ verdict: false(unreach-call)
//@ today: unknown
// Two nodes of one list are apart.
#include <stdlib.h>

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
        struct node *fresh = malloc(sizeof *fresh);
        fresh->next = list;
        if (list != NULL && streak >= 1000 && (char *)list - (char *)fresh != 0)
            reach_error(); // ERROR(CWE-617)
        list = fresh;
    }
    return 0;
}
