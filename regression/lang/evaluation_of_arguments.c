//@ verdict: true
//@ models: ILP32 LP64
// What the order of evaluation guarantees: full expressions, logical operators, comma; results do not depend on the rest.
#include <assert.h>

static int counter;

static int tick(void) {
    return counter++;
}

static int sum(int a, int b, int c) {
    return a + b + c;
}

int main(void) {
    assert(sum(tick(), tick(), tick()) == 3 && counter == 3);
    int array[4] = {tick(), 0};
    assert(array[0] == 3 && array[3] == 0);
    int i = 0;
    i = i++ < 1 ? i + 10 : i + 20;
    assert(i == 11);
    int a = 1, b = 2;
    a ^= b, b ^= a, a ^= b;
    assert(a == 2 && b == 1);
    int *p = array;
    *p++ = 5, *p++ = 6;
    assert(p - array == 2 && array[0] + array[1] == 11);
    a = b = i = 9;
    assert(a + b + i == 27);
    return 0;
}
