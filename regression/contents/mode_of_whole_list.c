//@ verdict: true
//@ args: --property assertions --engine templates --domain power
// What all nodes hold depends on a variable that no loop changes.
extern int __VERIFIER_nondet_int(void);
#include <assert.h>
#include <stdlib.h>
struct n { int kind; int v; struct n *next; };
int main(void) {
    int mode = __VERIFIER_nondet_int();
    struct n *head = 0;
    while (__VERIFIER_nondet_int()) {
        struct n *p = malloc(sizeof *p);
        if (mode) p->v = 5; else p->v = 100;
        p->next = head; head = p;
    }
    for (struct n *p = head; p; p = p->next) { if (mode) assert(p->v < 10); else assert(p->v > 50); if (mode) p->v++, p->v--; }
    return 0;
}
