//@ args: --property assertions
//@ verdict: false(assertions)
// Some nodes of a list have no data. A field of what is not there has an address that is not null.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct data {
    int first, second;
};
struct node {
    struct node *next;
    struct data *data;
};

int main(void) {
    struct node *head = NULL;
    while (__VERIFIER_nondet_int() % 4) {
        struct node *node = malloc(sizeof *node);
        node->data = __VERIFIER_nondet_int() % 2 ? malloc(sizeof *node->data) : NULL;
        node->next = head;
        head = node;
    }
    int count = 0;
    while (head) {
        struct data *data = head->data;
        int *second = &data->second;
        if (count == 3 && second)
            assert(data); // ERROR(CWE-617)
        if (count < 3)
            count++;
        free(data);
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
