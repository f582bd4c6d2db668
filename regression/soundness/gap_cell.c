//@ args: --property unreach-call
//@ verdict: false(unreach-call)
//@ today: unknown
// A structure with a wide hole is copied out of the nodes of a list.
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
    int first;
    char unused[12];
    int last;
    struct node *next;
};

int main(void) {
    unsigned streak = 0;
    struct node *list = NULL;
    struct node copy;
    copy.first = 0;
    while (__VERIFIER_nondet_int()) {
        streak = next(streak);
        struct node *fresh = malloc(sizeof *fresh);
        fresh->first = (int)streak;
        fresh->next = list;
        list = fresh;
        copy = *fresh;
    }
    if (copy.first >= 1000)
        reach_error(); // ERROR(CWE-617)
    return 0;
}
