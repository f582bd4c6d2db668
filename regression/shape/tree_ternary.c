//@ args: --property valid-memsafety
//@ verdict: true
// Three children per node; leaves are cut off from the outside.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *low, *same, *high;
};

int main(void) {
    struct node *root = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node **link = &root;
        while (*link) {
            int way = __VERIFIER_nondet_int();
            link = way < 0 ? &(*link)->low : way > 0 ? &(*link)->high : &(*link)->same;
        }
        struct node *node = malloc(sizeof *node);
        node->low = node->same = node->high = NULL;
        *link = node;
    }
    while (root) {
        struct node **link = &root;
        while ((*link)->low || (*link)->same || (*link)->high)
            link = (*link)->low ? &(*link)->low : (*link)->same ? &(*link)->same : &(*link)->high;
        free(*link);
        *link = NULL;
    }
    return 0;
}
