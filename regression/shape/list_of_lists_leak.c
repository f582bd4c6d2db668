//@ args: --property valid-memsafety
//@ verdict: false(valid-memtrack)
// The items of a row with at least two of them are forgotten.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
    struct item *next;
};

struct row {
    struct item *items;
    struct row *next;
};

static struct row *build(void) {
    struct row *rows = NULL;
    while (__VERIFIER_nondet_int()) {
        struct row *row = malloc(sizeof *row);
        row->items = NULL;
        while (__VERIFIER_nondet_int()) {
            struct item *item = malloc(sizeof *item);
            item->next = row->items;
            row->items = item;
        }
        row->next = rows;
        rows = row;
    }
    return rows;
}

int main(void) {
    struct row *rows = build();
    while (rows) {
        struct row *row = rows;
        rows = row->next;
        if (row->items && !row->items->next)
            free(row->items);
        free(row); // ERROR(CWE-401)
    }
    return 0;
}
