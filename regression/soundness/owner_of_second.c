//@ args: --property unreach-call
//@ verdict: false(unreach-call)
// The second item of a row leads to its own row, not to the first one.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct row;

struct item {
    struct row *row;
    struct item *next;
};

struct row {
    struct item *items;
    struct row *next;
};

static void add(struct row *row) {
    struct item *item = malloc(sizeof *item);
    item->row = row;
    item->next = row->items;
    row->items = item;
}

int main(void) {
    struct row *rows = NULL;
    while (__VERIFIER_nondet_int()) {
        struct row *row = malloc(sizeof *row);
        row->items = NULL;
        add(row);
        if (__VERIFIER_nondet_int())
            add(row);
        row->next = rows;
        rows = row;
    }
    if (rows && rows->next && rows->next->next) {
        struct item *item = rows->next->next->items->next;
        if (item && item->row != rows)
            reach_error(); // ERROR(CWE-617)
    }
    return 0;
}
