//@ verdict: true
//@ models: ILP32 LP64
// Enumerators count on from the last value, may repeat, and are ints; enum objects convert freely.
#include <assert.h>

enum colour { RED, GREEN = 4, BLUE, CYAN = GREEN | 8, LAST = BLUE };
enum { BUFFER = 1 << 4, MASK = BUFFER - 1, NEGATIVE = -5, AFTER };

typedef enum state { IDLE, BUSY, DONE } state;

static state advance(state s) {
    return s == DONE ? IDLE : s + 1;
}

int main(void) {
    assert(RED == 0 && BLUE == 5 && CYAN == 12 && LAST == 5);
    assert(MASK == 15 && AFTER == -4);
    int sizes[BUFFER];
    assert(sizeof sizes == 64 && sizeof RED == 4);
    state s = IDLE;
    for (int i = 0; i < 7; i++)
        s = advance(s);
    assert(s == BUSY);
    enum colour c = 3;
    c++;
    assert(c == GREEN);
    enum inner { IDLE = 9 };
    assert(IDLE == 9);
    return 0;
}
