//@ verdict: unknown
//@ args: --entry negate_leaf --engine shapes
// A constant gets the tag of a negation.
#include <stdlib.h>

typedef struct arith {
    int op;
    union {
        struct {
            int value;
        } cst;
        struct {
            struct arith *s;
        } uni;
        struct {
            struct arith *l, *r;
        } bin;
    } node;
} Arith;

/*@ checker arith(Arith *t) :=
        if (t.op == 0) true
        else if (t.op == 1) t.node.uni.s.arith()
        else t.op == 2 and t.node.bin.l.arith() and t.node.bin.r.arith() */

/*@ requires arith(a); ensures arith(a); */
void negate_leaf(Arith *a)
{
    Arith *c = a;
    while (c->op != 0)
        c = c->op == 1 ? c->node.uni.s : c->node.bin.r;
    c->op = 1;
}
