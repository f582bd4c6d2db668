//@ verdict: false(assertions)
// A number whose bytes are changed is not only copied and compared.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

union number {
    int value;
    unsigned char bytes[sizeof(int)];
};

int main(void)
{
    int limit = __VERIFIER_nondet_int();
    union number *number = malloc(sizeof(union number));
    struct node node = {__VERIFIER_nondet_int(), NULL};
    number->value = limit;
    number->bytes[0] = 7;
    node.next = &node;
    if (node.value == limit)
        assert(node.next->value == number->value); // ERROR(CWE-617)
    free(number);
    return 0;
}