//@ verdict: true
//@ models: ILP32 LP64
// Arrays of variable length arrays have rows with a run-time stride, also as parameters and behind pointers.
#include <assert.h>

static int trace(int n, int m[n][n]) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += m[i][i];
    return sum;
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
    return 0;
}
