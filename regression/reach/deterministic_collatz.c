//@ args: --property unreach-call
//@ verdict: true
//@ models: ILP32 LP64
// Without inputs the program runs one way: every start below 60 comes down to 1 in fewer than 113 steps.
extern void reach_error(void);

int main(void) {
    for (unsigned start = 1; start < 60; start++) {
        unsigned n = start, steps = 0;
        while (n != 1) {
            n = n % 2 ? 3 * n + 1 : n / 2;
            if (++steps > 112)
                reach_error();
        }
    }
    return 0;
}
