//@ verdict: false(unreach-call)
//@ args: --property unreach-call
//@ models: ILP32 LP64
// How far a pointer is before another one, as a number without sign.
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct node {
    struct node *next;
    int value;
};

int main(void)
{
    struct node *head = NULL;
    int by = __VERIFIER_nondet_int();
    if (by < 0 || by > 2)
        return 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->next = head;
        head = node;
    }
    if (head && __VERIFIER_nondet_uint() * 3u == 370370367u) {
        char *later = (char *)head + by;
        unsigned long distance = (unsigned long)head - (unsigned long)later;
        if (distance > 100)
            reach_error(); // ERROR(CWE-617)
    }
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
