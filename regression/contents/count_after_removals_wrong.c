//@ args: --property assertions
//@ verdict: false(assertions)
// A removal from the middle forgets to count.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    struct node *head = NULL;
    unsigned count = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof(struct node));
        node->value = __VERIFIER_nondet_int();
        node->next = head;
        head = node;
        count++;
    }
    while (head != NULL && __VERIFIER_nondet_int()) {
        struct node *gone = head;
        head = head->next;
        free(gone);
        count--;
    }
    struct node *at = head;
    while (at != NULL && at->next != NULL) {
        if (at->next->value < 0) {
            struct node *gone = at->next;
            at->next = gone->next;
            free(gone);
        } else {
            at = at->next;
        }
    }
    unsigned seen = 0;
    for (struct node *node = head; node != NULL; node = node->next)
        seen++;
    assert(seen == count); // ERROR(CWE-617)
    return 0;
}
