//@ verdict: true
//@ models: ILP32 LP64
// Case labels inside a loop body: the switch jumps into the middle of the first round.
#include <assert.h>

static int copy(char *to, const char *from, int count) {
    int rounds = 0;
    if (count == 0)
        return 0;
    int n = (count + 3) / 4;
    switch (count % 4) {
    case 0:
        do {
            rounds++;
            *to++ = *from++;
    case 3: *to++ = *from++;
    case 2: *to++ = *from++;
    case 1: *to++ = *from++;
        } while (--n > 0);
    }
    return rounds;
}

int main(void) {
    const char source[12] = "abcdefghijk";
    for (int count = 0; count <= 11; count++) {
        char target[12] = {0};
        copy(target, source, count);
        for (int i = 0; i < 12; i++)
            assert(target[i] == (i < count ? source[i] : 0));
    }
    char target[8];
    assert(copy(target, source, 7) == 1);
    return 0;
}
