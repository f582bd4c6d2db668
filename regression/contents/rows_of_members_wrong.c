//@ verdict: false(assertions)
//@ args: --property assertions
// One order costs less.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct order {
    int net;
    int tax;
    int price;
    struct order *next;
};

int main(void)
{
    struct order *orders = NULL;
    while (__VERIFIER_nondet_int()) {
        struct order *order = malloc(sizeof(struct order));
        order->net = __VERIFIER_nondet_int() & 1023;
        order->tax = __VERIFIER_nondet_int() & 255;
        order->price = 2 * order->net + order->tax + (__VERIFIER_nondet_int() & 1);
        if (order->net == 717 && order->tax == 99)
            order->price -= 2;
        order->next = orders;
        orders = order;
    }
    for (struct order *order = orders; order != NULL; order = order->next) {
        int rest = order->price - order->net;
        assert(rest >= order->net + order->tax); // ERROR(CWE-617)
    }
    return 0;
}
