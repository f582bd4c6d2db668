//@ verdict: false(unreach-call)
//@ args: --property unreach-call
//@ harness: hidden (the compiler takes one order)
// Both arguments change what the same pointer leads to.
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

struct stack {
    int top;
    int item[4];
};

static int pop(struct stack *s) { return s->item[--s->top]; }

static int minus(int a, int b) { return a - b; }

int main(void) {
    struct stack s = {2, {5, 3}};
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    if (minus(pop(&s), pop(&s)) == 2)
        reach_error(); // ERROR(CWE-617)
    return 0;
}
