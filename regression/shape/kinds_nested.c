//@ args: --property valid-memsafety
//@ verdict: true
// Some nodes have a record, and some of the records a table, which a loop fills.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct record {
    int number;
    int *table;
};

struct node {
    struct record *record;
    struct node *next;
};

static struct record *create(void) {
    if (__VERIFIER_nondet_int())
        return NULL;
    struct record *record = malloc(sizeof *record);
    record->table = NULL;
    if (__VERIFIER_nondet_int()) {
        record->table = malloc(15 * sizeof *record->table);
        for (int i = 0; i < 15; i++)
            record->table[i] = __VERIFIER_nondet_int();
    }
    record->number = __VERIFIER_nondet_int();
    return record;
}

static void discard(struct record *record) {
    if (!record)
        return;
    free(record->table);
    free(record);
}

int main(void) {
    struct node *list = NULL;
    do {
        struct node *node = malloc(sizeof *node);
        node->record = create();
        node->next = list;
        list = node;
    } while (__VERIFIER_nondet_int());
    while (list) {
        struct node *next = list->next;
        discard(list->record);
        free(list);
        list = next;
    }
    return 0;
}
