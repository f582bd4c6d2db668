//@ verdict: true
//@ args: --property assertions --engine templates
// What a node holds depends on its kind, another field of the same node.
extern int __VERIFIER_nondet_int(void);
#include <assert.h>
#include <stdlib.h>
struct n { int kind; int v; struct n *next; };
int main(void) {
    struct n *head = 0;
    while (__VERIFIER_nondet_int()) {
        struct n *p = malloc(sizeof *p);
        int x = __VERIFIER_nondet_int();
        p->kind = x < 1000; p->v = x;
        p->next = head; head = p;
    }
    for (struct n *p = head; p; p = p->next) if (p->kind) assert(p->v < 1000); else assert(p->v >= 1000);
    return 0;
}
