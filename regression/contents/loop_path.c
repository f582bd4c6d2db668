//@ verdict: true
//@ args: --property assertions --engine templates --domain power
// Where a pointer leads depends on which loops were entered on the way.
extern int __VERIFIER_nondet_int(void);
#include <assert.h>
struct n { int v; struct n *next; };
void *malloc(unsigned long);
int main(void) {
    struct n s; s.next = 0; s.v = 0;
    struct n *list = &s;
    int entered = 0;
    while (__VERIFIER_nondet_int()) { struct n *p = malloc(sizeof *p); p->v = 1; p->next = list; list = p; entered = 1; }
    struct n *q = list;
    while (__VERIFIER_nondet_int()) { if (q->next) q = q->next; else q = list; }
    if (!entered) assert(q == &s);
    return 0;
}
