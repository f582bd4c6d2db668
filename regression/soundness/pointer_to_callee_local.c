//@ args: --property unreach-call
//@ verdict: false(unreach-call)
//@ today: unknown
// A structure keeps pointing to a variable of a call that is over.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

/* Grows with the one input that is wanted and starts again with any other: a thousand in a row come by no chance. */
static unsigned next(unsigned streak) {
    unsigned input = __VERIFIER_nondet_uint();
    return input * 2654435761u == 77u + streak ? streak + 1 : 0;
}

struct context {
    int *current;
    int count;
} shared;

static void visit(unsigned streak) {
    int own = streak >= 1000;
    shared.current = &own;
    if (*shared.current)
        shared.count = 1;
}

int main(void) {
    unsigned streak = 0;
    while (__VERIFIER_nondet_int()) {
        streak = next(streak);
        visit(streak);
    }
    if (shared.count == 1)
        reach_error(); // ERROR(CWE-617)
    return 0;
}
