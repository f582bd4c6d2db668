//@ verdict: true
//@ models: ILP32 LP64
// Loops, switches and gotos inside each other: continue in a switch, jumps into a later case, out of inner loops and to empty labels.
#include <assert.h>

static int weird(int n) {
    int score = 0;
    for (int i = 0; i < n; i++) {
        switch (i % 4) {
        case 0:
            continue;
        case 1:
            for (int j = 0;; j++) {
                if (j == 3)
                    break;
                if (j == 1)
                    goto next;
                score += 100;
            }
        default:
            score += 1;
            break;
        next:
        case 3:
            score += 10;
            do {
                if (score & 1)
                    break;
                score += 1;
            } while (0);
        }
        if (score > 1000)
            goto done;
    }
    score = -score;
done:
    return score;
}

static int primes_below(int limit) {
    int found = 0;
    for (int n = 2; n < limit; n++) {
        for (int d = 2; d * d <= n; d++)
            if (n % d == 0)
                goto composite;
        found++;
    composite:;
    }
    return found;
}

int main(void) {
    assert(weird(1) == 0);
    assert(weird(4) == -123);
    assert(weird(100) == 1087);
    assert(primes_below(30) == 10);
    return 0;
}
