//@ verdict: true
//@ models: ILP32 LP64
// Function pointers: tables, callbacks with context, pointers to pointers, and comparison.
#include <assert.h>
#include <stddef.h>

typedef int (*binary)(int, int);

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }

static const struct {
    char symbol;
    binary apply;
} operators[] = {{'+', add}, {'-', sub}, {'*', mul}};

static binary lookup(char symbol) {
    for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++)
        if (operators[i].symbol == symbol)
            return operators[i].apply;
    return NULL;
}

static int fold(const int *values, int count, binary step, int start) {
    while (count-- > 0)
        start = (*step)(start, *values++);
    return start;
}

static int (*choose(int which))(int, int) {
    return which ? add : mul;
}

int main(void) {
    const int values[] = {1, 2, 3, 4};
    assert(fold(values, 4, lookup('+'), 0) == 10);
    assert(fold(values, 4, lookup('*'), 1) == 24);
    assert(fold(values, 4, &sub, 10) == 0);
    assert(lookup('/') == NULL);
    assert(choose(1)(2, 3) == 5 && (**choose(0))(2, 3) == 6);
    binary current = add, *indirect = &current;
    assert((*indirect)(1, 1) == 2 && current == lookup('+') && current != sub);
    return 0;
}
