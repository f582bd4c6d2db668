//@ verdict: false(unreach-call)
//@ args: --property unreach-call
// A constant that is passed beside the outcome of a comparison is a number like the others.
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
    int flag;
};

static struct node *make(int first, int value)
{
    struct node *node = malloc(sizeof *node);
    node->next = NULL;
    node->value = value;
    node->flag = first;
    return node;
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
        struct node *node = make(head->value < third->value, 5);
        if (node->value == 5)
            reach_error(); // ERROR(CWE-617)
        free(node);
    }
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
