//@ verdict: false(assertions)
//@ args: --property assertions
// The relation does not hold in a node with certain values.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
#include <assert.h>
struct n { int a, b, c; struct n *next; };
void *malloc(unsigned long);
int main(void) {
    struct n *head = 0;
    while (__VERIFIER_nondet_int()) {
        struct n *p = malloc(sizeof *p);
        p->a = __VERIFIER_nondet_int(); p->b = __VERIFIER_nondet_int();
        __VERIFIER_assume(p->a >= 0 && p->a <= 1000 && p->b >= 0 && p->b <= 1000);
        p->c = 2 * p->a + 3 * p->b;
        if (__VERIFIER_nondet_int()) p->c += 5;
        if (p->a == 717 && p->b == 313) p->c -= 1;
        p->next = head; head = p;
    }
    for (struct n *p = head; p; p = p->next) {
        int two = p->a + p->a; int three = p->b + p->b + p->b;
        assert(two <= p->c - three); // ERROR(CWE-617)
    }
    return 0;
}
