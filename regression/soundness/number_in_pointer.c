//@ verdict: true
//@ models: ILP32 LP64
// Numbers travel through pointers and come back, as in containers of void pointers.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    void *data;
    struct node *next;
};

static struct node *push(struct node *head, void *data) {
    struct node *node = malloc(sizeof *node);
    node->data = data;
    node->next = head;
    return node;
}

int main(void) {
    int first = __VERIFIER_nondet_int(), second = __VERIFIER_nondet_int();
    struct node *list = push(push(NULL, (void *)(intptr_t)first), (void *)(intptr_t)second);
    assert((intptr_t)list->data == second);
    assert((int)(intptr_t)list->next->data == first);
    assert((list->data == NULL) == (second == 0));
    free(list->next);
    free(list);
    return 0;
}
