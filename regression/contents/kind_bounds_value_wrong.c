//@ verdict: false(assertions)
//@ args: --property assertions
// One value is on the wrong side of the bound of its kind.
extern int __VERIFIER_nondet_int(void);
#include <assert.h>
#include <stdlib.h>
struct n { int kind; int v; struct n *next; };
int main(void) {
    struct n *head = 0;
    while (__VERIFIER_nondet_int()) {
        struct n *p = malloc(sizeof *p);
        int x = __VERIFIER_nondet_int();
        p->kind = x < 1001; p->v = x;
        p->next = head; head = p;
    }
    for (struct n *p = head; p; p = p->next) if (p->kind) assert(p->v < 1000); else assert(p->v >= 1000); // ERROR(CWE-617)
    return 0;
}
