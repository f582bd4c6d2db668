//@ verdict: false(unreach-call)
//@ args: --property unreach-call
// Numbers that are only compared, by a function that returns the outcome.
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
    int flag;
};

static int is_less(const struct node *a, const struct node *b)
{
    return a->value < b->value;
}

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
        if (is_less(head, second) && is_less(second, third))
            reach_error(); // ERROR(CWE-617)
    }
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
