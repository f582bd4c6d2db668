//@ args: --property assertions
//@ verdict: false(assertions)
// A node that is left out when the stack is filtered is not counted out.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct node {
    int value;
    struct node *next;
};

struct stack {
    struct node *top;
    int count;
};

int main(void)
{
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    struct stack *stack = malloc(sizeof(struct stack));
    stack->top = NULL;
    stack->count = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            if (stack->count < 100) {
                struct node *node = malloc(sizeof(struct node));
                node->value = __VERIFIER_nondet_int();
                node->next = stack->top;
                stack->top = node;
                stack->count++;
            }
        } else if (stack->count > 0) {
            struct node *node = stack->top;
            assert(node != NULL); // ERROR(CWE-617)
            stack->top = node->next;
            free(node);
            if (stack->top != NULL)
                stack->count--;
        }
        assert(stack->count <= 100);
    }
    return 0;
}
