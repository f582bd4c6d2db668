//@ args: --property assertions
//@ verdict: true
// No order in a cart is for more than is in stock.
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct item {
    int stock, order;
    struct item *next;
};

int main(void) {
    struct item *cart = NULL;
    while (__VERIFIER_nondet_int()) {
        int stock = __VERIFIER_nondet_int();
        if (stock < 0)
            continue;
        struct item *item = malloc(sizeof *item);
        item->stock = stock;
        item->order = 0;
        item->next = cart;
        cart = item;
    }
    for (struct item *item = cart; item != NULL; item = item->next) {
        int order = __VERIFIER_nondet_int();
        if (order >= 0 && order <= item->stock)
            item->order = order;
    }
    for (struct item *item = cart; item != NULL; item = item->next)
        assert(item->order <= item->stock);
    return 0;
}
