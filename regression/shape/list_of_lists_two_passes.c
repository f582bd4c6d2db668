//@ args: --property valid-memsafety
//@ verdict: true
// All items are freed first, then the rows.
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
    for (struct row *row = rows; row; row = row->next)
        while (row->items) {
            struct item *item = row->items;
            row->items = item->next;
            free(item);
        }
    while (rows) {
        struct row *next = rows->next;
        free(rows);
        rows = next;
    }
    return 0;
}
