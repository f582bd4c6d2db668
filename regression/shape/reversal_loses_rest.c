//@ args: --property valid-memsafety
//@ verdict: false(valid-memtrack)
// The rest is not kept while a list of at least three is reversed.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *build(void) {
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->value = __VERIFIER_nondet_int();
        node->next = head;
        head = node;
    }
    return head;
}

static void release(struct node *head) {
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
}

int main(void) {
    struct node *head = build(), *reversed = NULL;
    int moved = 0;
    while (head) {
        struct node *next = head->next;
        head->next = reversed;
        reversed = head;
        head = ++moved == 2 ? NULL : next;
    } // ERROR(CWE-401)
    release(reversed);
    return 0;
}
