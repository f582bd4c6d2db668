//@ verdict: false(unreach-call)
//@ args: --property unreach-call
// Numbers that are only compared, by a function that is called through a pointer.
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
    int flag;
};

static int is_less(int a, int b)
{
    return a < b;
}

static int is_greater(int a, int b)
{
    return a > b;
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
        int (*compare)(int, int) = head->flag ? is_greater : is_less;
        if (compare(head->value, second->value) && compare(second->value, third->value))
            reach_error(); // ERROR(CWE-617)
    }
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
