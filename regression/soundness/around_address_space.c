//@ verdict: false(unreach-call)
//@ args: --property unreach-call --32
// Addresses begin again: four quarters of them further, a pointer is where it was.
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
        unsigned start = (unsigned)head;
        unsigned end = start + 0x40000000u;
        end = end + 0x40000000u;
        end = end + 0x40000000u;
        end = end + 0x40000000u;
        if (!(start < end))
            reach_error(); // ERROR(CWE-617)
    }
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
