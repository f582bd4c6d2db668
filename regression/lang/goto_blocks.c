//@ verdict: true
//@ models: ILP32 LP64
// Goto into a block, out of nested loops, and backwards; labels do not disturb variables around them.
#include <assert.h>

static int find(int matrix[3][3], int wanted) {
    int row, column;
    for (row = 0; row < 3; row++)
        for (column = 0; column < 3; column++)
            if (matrix[row][column] == wanted)
                goto found;
    return -1;
found:
    return 10 * row + column;
}

int main(void) {
    int matrix[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    assert(find(matrix, 6) == 12 && find(matrix, 10) == -1);

    int sum = 0, i = 0;
again:
    sum += i;
    if (++i < 5)
        goto again;
    assert(sum == 10);

    int visits = 0;
    goto inside;
    while (visits < 3) {
        visits += 10;
    inside:
        visits++;
    }
    assert(visits == 12);
    return 0;
}
