//@ args: --property unreach-call
//@ verdict: false(unreach-call)
//@ models: ILP32 LP64
// Without inputs the error is reached after some hundred steps: 27 needs 111 of them.
extern void reach_error(void);

static unsigned collatz_steps(unsigned n) {
    unsigned steps = 0;
    for (; n != 1; steps++)
        n = n % 2 ? 3 * n + 1 : n / 2;
    return steps;
}

int main(void) {
    for (unsigned start = 1; start < 30; start++)
        if (collatz_steps(start) >= 111)
            reach_error(); // ERROR(CWE-617)
    return 0;
}
