//@ verdict: false(valid-deref)
// A freed node is returned.
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

static Arith *up(Arith *t)
{
    if (t->op == CST)
        return t;
    if (t->op == NEG) {
        Arith *s = up(t->node.uni.s);
        if (s->op == NEG) { // ERROR(CWE-416)
            Arith *x = s->node.uni.s;
            free(s);
            free(t);
            return s;
        }
        t->node.uni.s = s;
        return t;
    }
    Arith *l = up(t->node.bin.l);
    Arith *r = up(t->node.bin.r);
    if (t->op == MUL) {
        int negative = 0;
        if (l->op == NEG) { // ERROR(CWE-416)
            Arith *x = l->node.uni.s;
            free(l);
            l = x;
            negative = !negative;
        }
        if (r->op == NEG) { // ERROR(CWE-416)
            Arith *x = r->node.uni.s;
            free(r);
            r = x;
            negative = !negative;
        }
        t->node.bin.l = l;
        t->node.bin.r = r;
        return negative ? unary(t) : t;
    }
    if (l->op == NEG && r->op == NEG) { // ERROR(CWE-416)
        t->node.bin.l = l->node.uni.s;
        t->node.bin.r = r->node.uni.s;
        free(r);
        l->node.uni.s = t;
        return l;
    }
    t->node.bin.l = l;
    t->node.bin.r = r;
    return t;
}

int main(void)
{
    destroy(up(build()));
    return 0;
}
