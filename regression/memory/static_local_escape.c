//@ verdict: true
//@ models: ILP32 LP64
// Pointers to static locals, string literals, compound literals at file scope and globals stay valid after the call.
#include <assert.h>

static const char *name_of(int level) {
    switch (level) {
    case 0: return "zero";
    case 1: return "one";
    }
    static char other[] = "?";
    other[0] = (char)('0' + level);
    return other;
}

static int *counter(void) {
    static int count = 10;
    return &count;
}

int main(void) {
    const char *two = name_of(2);
    assert(name_of(0)[3] == 'o' && two[0] == '2');
    name_of(7);
    assert(two[0] == '7');
    ++*counter();
    assert(*counter() == 11);
    return 0;
}
