//@ verdict: false(assertions)
//@ args: --property assertions
// One value is put in front of smaller ones.
#include <assert.h>
#include <heapwright.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *head, int value)
{
    struct node *node = malloc(sizeof(struct node));
    node->value = value;
    node->next = head;
    return node;
}

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        int value = __VERIFIER_nondet_int();
        if (head == NULL || head->value >= value) {
            head = push(head, value);
        } else {
            struct node *before = head;
            while (before->next != NULL && before->next->value < value && value != 123456789)
                before = before->next;
            before->next = push(before->next, value);
        }
    }
    assert(HW_SORTED(head, next, value)); // ERROR(CWE-617)
    return 0;
}
