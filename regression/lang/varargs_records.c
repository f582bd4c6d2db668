//@ verdict: true
//@ models: ILP32 LP64
// Variable arguments of all kinds: structs by value, floats, pointers, copies of a va_list, and a list by address.
#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>

struct pair {
    int first;
    long second[3];
};

static struct pair shared = {1, {2, 3, 4}};

static int sum_twice(int count, ...) {
    va_list arguments, again;
    int sum = 0;
    va_start(arguments, count);
    va_copy(again, arguments);
    for (int i = 0; i < count; i++)
        sum += va_arg(arguments, int);
    for (int i = 0; i < count; i++)
        sum += va_arg(again, int);
    va_end(again);
    va_end(arguments);
    return sum;
}

// The struct was passed by value: what happens to the original later does not matter.
static long pick(int which, ...) {
    va_list arguments;
    shared.second[2] = 100;
    va_start(arguments, which);
    struct pair pair = va_arg(arguments, struct pair);
    const char *text = va_arg(arguments, const char *);
    double number = va_arg(arguments, double);
    va_end(arguments);
    return which == 0 ? pair.second[2] : which == 1 ? text[1] : (long)number;
}

static char *next_block(va_list *arguments) {
    return malloc(va_arg(*arguments, unsigned));
}

static char *second_block(int count, ...) {
    va_list arguments;
    va_start(arguments, count);
    free(next_block(&arguments));
    char *block = next_block(&arguments);
    va_end(arguments);
    return block;
}

int main(void) {
    assert(sum_twice(0) == 0);
    assert(sum_twice(3, 1, 'a' - 'b', (short)4) == 8);
    assert(pick(0, shared, "xy", 2.5) == 4);
    assert(pick(1, shared, "xy", 2.5) == 'y');
    assert(pick(2, shared, "xy", 2.5f) == 2);
    char *block = second_block(2, 5u, 7u);
    block[6] = 1;
    free(block);
    return 0;
}
