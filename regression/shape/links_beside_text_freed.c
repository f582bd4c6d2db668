//@ args: --property valid-memsafety
//@ verdict: false(valid-deref)
// Nodes with an array of two links, which an index tells apart, in front of a long text: one end is freed before all are.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

enum { BACK, FORTH };

struct node {
    struct node *links[2];
    char text[600];
};

static struct node *ends[2];

static void add(int end) {
    struct node *node = malloc(sizeof *node);
    struct node *beside = ends[end];
    node->links[end] = NULL;
    node->links[!end] = beside;
    node->text[0] = '\0';
    if (beside)
        beside->links[end] = node;
    else
        ends[!end] = node;
    ends[end] = node;
}

int main(void) {
    while (__VERIFIER_nondet_int())
        add(__VERIFIER_nondet_int() ? FORTH : BACK);
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    if (ends[BACK] && ends[BACK] != ends[FORTH])
        free(ends[BACK]);
    int way = __VERIFIER_nondet_int() ? FORTH : BACK;
    for (struct node *node = ends[!way]; node;) {
        struct node *next = node->links[way]; // ERROR(CWE-416)
        free(node);
        node = next;
    }
    return 0;
}
