//@ verdict: false(valid-memtrack)
//@ args: --property valid-memsafety
//@ harness: endless (the sanitizer looks for leaks at the end of a program, and this one has none)
// The last pointer to what is left of the list is overwritten before a call that goes on for ever.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

static void wait(void)
{
    while (1)
        ;
}

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->next = head;
        head = node;
    }
    int freed = 0;
    while (head != NULL) {
        struct node *next = head->next;
        if (freed == 3 && __VERIFIER_nondet_int() == 77777) {
            head = next = NULL; // ERROR(CWE-401)
            wait();
        }
        if (freed < 5)
            freed++;
        free(head);
        head = next;
    }
    return 0;
}
