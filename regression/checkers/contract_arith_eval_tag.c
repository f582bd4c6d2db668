//@ verdict: unknown
//@ args: --entry eval --engine shapes
// The tag of a sum is kept.
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

/*@ requires arith(t); ensures arith(\result) and \result->op == 0; */
Arith *eval(Arith *t)
{
    if (t->op == 1) {
        Arith *s = eval(t->node.uni.s);
        unsigned value = (unsigned)s->node.cst.value;
        free(s);
        t->op = 0;
        t->node.cst.value = (int)(0u - value);
    } else if (t->op == 2) {
        Arith *l = eval(t->node.bin.l);
        Arith *r = eval(t->node.bin.r);
        unsigned value = (unsigned)l->node.cst.value + (unsigned)r->node.cst.value;
        free(l);
        free(r);
        t->node.cst.value = (int)value;
    }
    return t;
}
