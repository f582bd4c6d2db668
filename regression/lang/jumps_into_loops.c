//@ verdict: true
//@ models: ILP32 LP64
// Loops that are entered in the middle, from a switch and from labels as values, for all inputs.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

// Copies in steps of four; the first step may be shorter.
static void copy(char *to, const char *from, int count) {
    int steps = (count + 3) / 4;
    switch (count % 4) {
    case 0:
        do {
            *to++ = *from++;
    case 3:
            *to++ = *from++;
    case 2:
            *to++ = *from++;
    case 1:
            *to++ = *from++;
        } while (--steps > 0);
    }
}

static int walk(int start) {
    void *const places[] = {&&first, &&second};
    int steps = 0;
    goto *places[start];
first: {
    int more = 1;
    steps += more;
    goto *places[1];
}
second:
    steps += 10;
    if (steps < 20)
        goto *places[start];
    return steps;
}

int main(void) {
    int count = __VERIFIER_nondet_int(), start = __VERIFIER_nondet_int();
    const char text[8] = "abcdefg";
    char target[8] = {0};
    if (count < 1 || count > 8 || start < 0 || start > 1)
        return 0;
    copy(target, text, count);
    assert(target[count - 1] == text[count - 1]);
    assert(count == 8 || target[count] == 0);
    assert(walk(start) == (start ? 20 : 22));
    return 0;
}
