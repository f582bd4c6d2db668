//@ verdict: true
//@ models: ILP32 LP64
// Variable length arrays: sizeof is computed at run time and kept, each round and each call makes a new one.
#include <assert.h>
#include <stddef.h>

static size_t triangle(int rows) {
    size_t total = 0;
    for (int i = 1; i <= rows; i++) {
        char row[i];
        row[i - 1] = 1;
        total += sizeof row + row[i - 1];
    }
    return total;
}

static int reversed(const int *digits, int count) {
    int copy[count], number = 0;
    for (int i = 0; i < count; i++)
        copy[count - 1 - i] = digits[i];
    for (int i = 0; i < count; i++)
        number = number * 10 + copy[i];
    return number;
}

static int nested_sizes(int n) {
    int scratch[n];
    return (int)sizeof scratch + (n > 1 ? nested_sizes(n - 1) : 0);
}

int main(void) {
    int n = 4;
    short values[n * 2];
    assert(sizeof values == 16);
    n = 2;
    assert(sizeof values == 16 && sizeof(short[n]) == 4);
    assert(triangle(5) == 20);
    assert(reversed((int[]){1, 2, 3, 4}, 4) == 4321);
    assert(nested_sizes(3) == 24);
    return 0;
}
