//@ verdict: true
//@ models: ILP32 LP64
// Variable length arrays: sizeof is computed at run time, rows have a run-time stride, each round makes a new one.
#include <assert.h>
#include <stddef.h>

static int trace(int n, int m[n][n]) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += m[i][i];
    return sum;
}

static size_t triangle(int rows) {
    size_t total = 0;
    for (int i = 1; i <= rows; i++) {
        char row[i];
        row[i - 1] = 1;
        total += sizeof row + row[i - 1];
    }
    return total;
}

int main(void) {
    int n = 4;
    int m[n][n];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            m[i][j] = i * 10 + j;
    assert(trace(n, m) == 66);
    assert(sizeof m == 64 && sizeof m[0] == 16);
    int (*row)[n] = m + 1;
    assert((*row)[2] == 12);
    n = 2;
    assert(sizeof m == 64);
    assert(triangle(5) == 20);
    return 0;
}
