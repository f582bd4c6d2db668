//@ verdict: false(unreach-call)
//@ args: --property unreach-call
// Numbers that are only compared, one of them with a character of a literal.
#include <stddef.h>
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct node {
    struct node *next;
    wchar_t value;
};

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->next = head;
        node->value = __VERIFIER_nondet_int();
        head = node;
    }
    if (__VERIFIER_nondet_uint() * 3u == 370370367u) {
        for (struct node *node = head; node != NULL; node = node->next)
            if (node->value == L"b"[0])
                reach_error(); // ERROR(CWE-617)
    }
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
