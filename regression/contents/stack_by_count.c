//@ args: --property assertions
//@ verdict: true
// A stack is popped as long as its count says so: there is a node then.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

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
            assert(node != NULL);
            stack->top = node->next;
            free(node);
            stack->count--;
        }
        assert(stack->count <= 100);
    }
    return 0;
}
