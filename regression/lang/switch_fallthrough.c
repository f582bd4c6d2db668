//@ verdict: true
//@ models: ILP32 LP64
// Switch: fall-through, default in the middle, ranges, negative and enum labels, no matching label.
#include <assert.h>

enum level { LOW = -1, MID = 5, HIGH };

static int classify(int c) {
    int score = 0;
    switch (c) {
    case LOW:
        score += 1;
    default:
        score += 10;
        break;
    case MID:
    case HIGH:
        score += 100;
        if (c == MID)
            break;
        score += 1000;
    case 'a' ... 'c':
        score += 10000;
    }
    return score;
}

static int silent(unsigned char c) {
    int hit = 0;
    switch (c) {
    case 1: hit = 1; break;
    case 256 - 1: hit = 2; break;
    }
    return hit;
}

int main(void) {
    assert(classify(-1) == 11 && classify(0) == 10);
    assert(classify(5) == 100 && classify(6) == 11100);
    assert(classify('b') == 10000 && classify('d') == 10);
    assert(silent(1) == 1 && silent(255) == 2 && silent(7) == 0);
    return 0;
}
