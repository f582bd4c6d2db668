//@ verdict: false(unreach-call)
//@ args: --property unreach-call
// A pointer that is moved very far, and back.
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct node {
    struct node *next;
};

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->next = head;
        head = node;
    }
    if (__VERIFIER_nondet_uint() * 3u == 370370367u && head) {
        unsigned long start = (unsigned long)head;
        unsigned long end = start + (1UL << 50);
        if (end - start != 1UL << 48)
            reach_error(); // ERROR(CWE-617)
    }
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
