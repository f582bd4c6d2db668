//@ verdict: true
//@ models: ILP32 LP64
// Where continue goes in for, while and do loops, and what break leaves.
#include <assert.h>

int main(void) {
    int odd = 0;
    for (int i = 0; i < 10; i++) {
        if (i % 2 == 0)
            continue;
        odd += i;
    }
    assert(odd == 25);

    int rounds = 0;
    do {
        rounds++;
        if (rounds == 2)
            continue;
    } while (rounds < 2);
    assert(rounds == 2);

    int n = 6, steps = 0;
    while (n-- > 0) {
        switch (n) {
        case 4: continue;
        case 1: break;
        default: steps += n;
        }
        if (n == 1)
            break;
        steps += 100;
    }
    assert(n == 1 && steps == 310);

    int total = 0, a, b;
    for (a = 0, b = 5; a < b; a++, b--)
        total += b - a;
    assert(total == 9 && a == 3 && b == 2);
    for (;;)
        if (++total > 20)
            break;
    assert(total == 21);
    return 0;
}
