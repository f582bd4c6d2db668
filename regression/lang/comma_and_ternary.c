//@ verdict: true
//@ models: ILP32 LP64
// Comma evaluates left to right and yields the last; the ternary evaluates one branch and has a common type.
#include <assert.h>

static int calls;

static int note(int value) {
    calls = calls * 10 + value;
    return value;
}

int main(void) {
    int x = (note(1), note(2), note(3));
    assert(x == 3 && calls == 123);
    calls = 0;
    int y = x > 2 ? note(4) : note(5);
    assert(y == 4 && calls == 4);

    int minus = -1;
    assert((1 ? minus : 0u) > 0);
    assert(sizeof(1 ? 'a' : 0ll) == 8);
    assert((0 ? 1 : 2.5) * 2 == 5.0);

    char *none = 0;
    const char *text = none ? none : "default";
    assert(text[0] == 'd');
    calls = 0;
    note(6) ?: note(7);
    note(0) ?: note(8);
    assert(calls == 608);
    return 0;
}
