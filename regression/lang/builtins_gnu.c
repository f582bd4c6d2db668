//@ verdict: true
//@ models: ILP32 LP64
// Common GNU built-ins and attributes in ordinary code.
#include <assert.h>
#include <stddef.h>

#define likely(x) __builtin_expect(!!(x), 1)

struct wide {
    char tag;
    int value __attribute__((aligned(8)));
};

static __attribute__((noinline, unused)) int checked(int x) {
    if (likely(x > 0))
        return x;
    return -1;
}

static int days(int month) __attribute__((const));
static int days(int month) {
    switch (month) {
    case 2: return 28;
    case 4: case 6: case 9: case 11: return 30;
    case 1: case 3: case 5: case 7: case 8: case 10: case 12: return 31;
    }
    __builtin_unreachable();
}

int main(void) {
    assert(checked(4) == 4 && checked(0) == -1);
    assert(__builtin_offsetof(struct wide, value) == 8 && sizeof(struct wide) == 16);
    int total = 0;
    for (int month = 1; month <= 12; month++)
        total += days(month);
    assert(total == 365);
    assert(__builtin_constant_p(3) == 1);
    _Alignas(16) char buffer[3] = {0};
    assert(sizeof buffer == 3 && _Alignof(int) == 4 && __alignof__(short) == 2);
    __typeof__(buffer) copy = {1, 2, 3};
    assert(copy[2] == 3 && sizeof copy == 3);
    return 0;
}
