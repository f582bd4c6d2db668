//@ args: --property valid-memsafety
//@ verdict: true
//@ models: ILP32 LP64
// Nodes with an array of two links, which an index tells apart, in front of a long text: no long array of pointers.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

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
    int way = __VERIFIER_nondet_int() ? FORTH : BACK;
    for (struct node *node = ends[!way]; node;) {
        struct node *next = node->links[way];
        free(node);
        node = next;
    }
    return 0;
}
