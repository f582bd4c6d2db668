//@ verdict: true
//@ models: ILP32 LP64
// Polynomials as lists of terms in falling degree: sum, product, evaluation, derivative, division.
#include <assert.h>
#include <stdlib.h>

struct term {
    int coefficient;
    unsigned degree;
    struct term *rest;
};

typedef struct term *polynomial;

static polynomial term(int coefficient, unsigned degree, polynomial rest) {
    if (coefficient == 0)
        return rest;
    polynomial p = malloc(sizeof *p);
    p->coefficient = coefficient;
    p->degree = degree;
    p->rest = rest;
    return p;
}

static void release(polynomial p) {
    while (p) {
        polynomial rest = p->rest;
        free(p);
        p = rest;
    }
}

static void add_term(polynomial *p, int coefficient, unsigned degree) {
    while (*p && (*p)->degree > degree)
        p = &(*p)->rest;
    if (*p && (*p)->degree == degree) {
        (*p)->coefficient += coefficient;
        if ((*p)->coefficient == 0) {
            polynomial gone = *p;
            *p = gone->rest;
            free(gone);
        }
    } else {
        *p = term(coefficient, degree, *p);
    }
}

static polynomial sum(const struct term *a, const struct term *b) {
    if (!a && !b)
        return NULL;
    if (!b || (a && a->degree > b->degree))
        return term(a->coefficient, a->degree, sum(a->rest, b));
    if (!a || b->degree > a->degree)
        return term(b->coefficient, b->degree, sum(a, b->rest));
    return term(a->coefficient + b->coefficient, a->degree, sum(a->rest, b->rest));
}

static polynomial product(const struct term *a, const struct term *b) {
    polynomial result = NULL;
    for (; a; a = a->rest)
        for (const struct term *t = b; t; t = t->rest)
            add_term(&result, a->coefficient * t->coefficient, a->degree + t->degree);
    return result;
}

static int value(const struct term *p, int x) {
    int result = 0;
    for (; p; p = p->rest) {
        result += p->coefficient;
        unsigned down_to = p->rest ? p->rest->degree : 0;
        for (unsigned d = p->degree; d > down_to; d--)
            result *= x;
    }
    return result;
}

static polynomial derivative(const struct term *p) {
    return p ? term(p->coefficient * (int)p->degree, p->degree - 1, derivative(p->rest)) : NULL;
}

static polynomial quotient(polynomial *remainder, const struct term *divisor) {
    polynomial result = NULL;
    while (*remainder && (*remainder)->degree >= divisor->degree) {
        int factor = (*remainder)->coefficient / divisor->coefficient;
        unsigned shift = (*remainder)->degree - divisor->degree;
        add_term(&result, factor, shift);
        for (const struct term *t = divisor; t; t = t->rest)
            add_term(remainder, -factor * t->coefficient, t->degree + shift);
    }
    return result;
}

int main(void) {
    polynomial p = term(2, 3, term(-1, 1, term(5, 0, NULL)));
    polynomial q = term(-2, 3, term(4, 2, NULL));
    polynomial s = sum(p, q);
    assert(s->degree == 2 && s->rest->degree == 1 && s->rest->rest->coefficient == 5);
    for (int x = -3; x <= 3; x++)
        assert(value(s, x) == value(p, x) + value(q, x));

    polynomial m = product(p, q);
    assert(m->degree == 6 && m->coefficient == -4);
    for (int x = -3; x <= 3; x++)
        assert(value(m, x) == value(p, x) * value(q, x));

    polynomial d = derivative(p);
    assert(value(d, 2) == 23);

    polynomial divided = quotient(&m, q);
    assert(m == NULL);
    polynomial difference = product(divided, NULL);
    assert(difference == NULL && value(divided, 4) == value(p, 4));

    release(p), release(q), release(s), release(d), release(divided);
    return 0;
}
