//@ verdict: true
//@ args: --property assertions
// Each node owns a list, whose values are within the limits of all.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct item {
    int value;
    struct item *next;
};

struct row {
    struct item *items;
    struct row *next;
};

int main(void)
{
    struct row *rows = NULL;
    while (__VERIFIER_nondet_int()) {
        struct row *row = malloc(sizeof(struct row));
        row->items = NULL;
        row->next = rows;
        rows = row;
        while (__VERIFIER_nondet_int()) {
            struct item *item = malloc(sizeof(struct item));
            int value = __VERIFIER_nondet_int();
            item->value = value < 0 ? 0 : value > 9 ? 9 : value;
            item->next = row->items;
            row->items = item;
        }
    }
    for (struct row *row = rows; row != NULL; row = row->next) {
        for (struct item *item = row->items; item != NULL; item = item->next)
            assert(item->value >= 0 && item->value <= 9);
    }
    return 0;
}
