//@ verdict: true
//@ models: ILP32 LP64
// A tagged union for expressions: building, evaluating, differentiating, simplifying and freeing them.
#include <assert.h>
#include <stdlib.h>

enum kind { CONSTANT, VARIABLE, SUM, PRODUCT, NEGATION };

typedef struct expression expression;
struct expression {
    enum kind kind;
    union {
        int constant;
        expression *operand;
        struct {
            expression *left, *right;
        };
    };
};

static expression *make(enum kind kind) {
    expression *e = malloc(sizeof *e);
    e->kind = kind;
    return e;
}

static expression *constant(int value) {
    expression *e = make(CONSTANT);
    e->constant = value;
    return e;
}

static expression *variable(void) {
    return make(VARIABLE);
}

static expression *binary(enum kind kind, expression *left, expression *right) {
    expression *e = make(kind);
    e->left = left;
    e->right = right;
    return e;
}

static expression *negation(expression *operand) {
    expression *e = make(NEGATION);
    e->operand = operand;
    return e;
}

static int evaluate(const expression *e, int x) {
    switch (e->kind) {
    case CONSTANT: return e->constant;
    case VARIABLE: return x;
    case SUM: return evaluate(e->left, x) + evaluate(e->right, x);
    case PRODUCT: return evaluate(e->left, x) * evaluate(e->right, x);
    case NEGATION: return -evaluate(e->operand, x);
    }
    abort();
}

static expression *copy(const expression *e) {
    switch (e->kind) {
    case CONSTANT: return constant(e->constant);
    case VARIABLE: return variable();
    case NEGATION: return negation(copy(e->operand));
    default: return binary(e->kind, copy(e->left), copy(e->right));
    }
}

static expression *derive(const expression *e) {
    switch (e->kind) {
    case CONSTANT: return constant(0);
    case VARIABLE: return constant(1);
    case SUM: return binary(SUM, derive(e->left), derive(e->right));
    case PRODUCT:
        return binary(SUM, binary(PRODUCT, derive(e->left), copy(e->right)),
                      binary(PRODUCT, copy(e->left), derive(e->right)));
    default: return negation(derive(e->operand));
    }
}

static void release(expression *e) {
    if (e->kind == NEGATION) {
        release(e->operand);
    } else if (e->kind == SUM || e->kind == PRODUCT) {
        release(e->left);
        release(e->right);
    }
    free(e);
}

static int is_constant(const expression *e, int value) {
    return e->kind == CONSTANT && e->constant == value;
}

static expression *simplify(expression *e) {
    if (e->kind != SUM && e->kind != PRODUCT)
        return e;
    e->left = simplify(e->left);
    e->right = simplify(e->right);
    int neutral = e->kind == PRODUCT;
    expression *kept = NULL, *dropped = NULL;
    if (is_constant(e->left, neutral))
        kept = e->right, dropped = e->left;
    else if (is_constant(e->right, neutral))
        kept = e->left, dropped = e->right;
    if (!kept)
        return e;
    free(dropped);
    free(e);
    return kept;
}

static int size(const expression *e) {
    if (e->kind <= VARIABLE)
        return 1;
    return e->kind == NEGATION ? 1 + size(e->operand) : 1 + size(e->left) + size(e->right);
}

int main(void) {
    expression *square = binary(PRODUCT, variable(), variable());
    expression *e = binary(SUM, square, negation(binary(PRODUCT, constant(3), variable())));
    assert(evaluate(e, 5) == 10 && evaluate(e, 3) == 0);
    expression *slope = derive(e);
    for (int x = -4; x <= 4; x++)
        assert(evaluate(slope, x) == 2 * x - 3);
    int before = size(slope);
    slope = simplify(slope);
    assert(size(slope) < before && evaluate(slope, 10) == 17);
    release(slope);
    release(e);
    return 0;
}
