//@ verdict: false(unreach-call)
//@ args: --property unreach-call
// Numbers that are only compared, and the outcome is stored.
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
    int flag;
};

int main(void)
{
    struct node *head = NULL;
    unsigned key = __VERIFIER_nondet_int();
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->next = head;
        node->value = __VERIFIER_nondet_int();
        node->flag = 0;
        head = node;
    }
    if (key * 2654435761u == 98765u && head && head->next && head->next->next) {
        struct node *second = head->next;
        struct node *third = second->next;
        head->flag = head->value < second->value;
        second->flag = second->value < third->value;
        if (head->flag && second->flag)
            reach_error(); // ERROR(CWE-617)
    }
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
