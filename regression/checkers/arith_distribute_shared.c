//@ verdict: false(valid-deref)
// x is used twice.
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
    if (t->op == NEG) { // ERROR(CWE-416)
        destroy(t->node.uni.s);
    } else if (t->op != CST) {
        destroy(t->node.bin.l);
        destroy(t->node.bin.r);
    }
    free(t);
}

static Arith *copy(Arith *t)
{
    if (t->op == CST)
        return constant(t->node.cst.value);
    if (t->op == NEG)
        return unary(copy(t->node.uni.s));
    Arith *l = copy(t->node.bin.l);
    return binary(t->op, l, copy(t->node.bin.r));
}

int main(void)
{
    Arith *a = build();
    Arith *c = a;
    while (c->op != CST) {
        if (c->op == MUL && c->node.bin.r->op == ADD) {
            Arith *x = c->node.bin.l, *sum = c->node.bin.r;
            Arith *y = sum->node.bin.l;
            sum->op = MUL;
            sum->node.bin.l = x;
            c->op = ADD;
            c->node.bin.l = binary(MUL, x, y);
        }
        if (c->op == NEG)
            c = c->node.uni.s;
        else if (__VERIFIER_nondet_int())
            c = c->node.bin.l;
        else
            c = c->node.bin.r;
    }
    destroy(a);
    return 0;
}
