//@ verdict: true
// One operation after the other is replaced by its result, in place, until a constant is left.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum { CST = 0, NEG = 1, ADD = 2, MUL = 3 };

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

static Arith *constant(int value)
{
    Arith *t = malloc(sizeof *t);
    t->op = CST;
    t->node.cst.value = value;
    return t;
}

static Arith *unary(Arith *s)
{
    Arith *t = malloc(sizeof *t);
    t->op = NEG;
    t->node.uni.s = s;
    return t;
}

static Arith *binary(int op, Arith *l, Arith *r)
{
    Arith *t = malloc(sizeof *t);
    t->op = op;
    t->node.bin.l = l;
    t->node.bin.r = r;
    return t;
}

static Arith *build(void)
{
    switch (__VERIFIER_nondet_int()) {
    case 0:
        return unary(build());
    case 1: {
        Arith *l = build();
        return binary(ADD, l, build());
    }
    case 2: {
        Arith *l = build();
        return binary(MUL, l, build());
    }
    default:
        return constant(__VERIFIER_nondet_int());
    }
}

static void destroy(Arith *t)
{
    if (t->op == NEG) {
        destroy(t->node.uni.s);
    } else if (t->op != CST) {
        destroy(t->node.bin.l);
        destroy(t->node.bin.r);
    }
    free(t);
}

int main(void)
{
    Arith *a = build();
    while (a->op != CST) {
        Arith *c = a;
        for (;;) {
            if (c->op == NEG) {
                Arith *s = c->node.uni.s;
                if (s->op == CST) {
                    unsigned value = (unsigned)s->node.cst.value;
                    free(s);
                    c->op = CST;
                    c->node.cst.value = (int)(0u - value);
                    break;
                }
                c = s;
            } else {
                Arith *l = c->node.bin.l, *r = c->node.bin.r;
                if (l->op == CST && r->op == CST) {
                    unsigned x = (unsigned)l->node.cst.value, y = (unsigned)r->node.cst.value;
                    unsigned value = c->op == ADD ? x + y : x * y;
                    free(l);
                    free(r);
                    c->op = CST;
                    c->node.cst.value = (int)value;
                    break;
                }
                c = l->op == CST ? r : l;
            }
        }
    }
    free(a);
    return 0;
}
