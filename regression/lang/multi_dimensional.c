//@ verdict: true
//@ models: ILP32 LP64
// Arrays of arrays: row pointers, decay of one level only, three dimensions, pointer to array parameters.
#include <assert.h>

static int sum_rows(int (*rows)[4], int count) {
    int total = 0;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < 4; j++)
            total += rows[i][j];
    return total;
}

static void fill(int cube[][3][4]) {
    for (int i = 0; i < 24; i++)
        cube[i / 12][i / 4 % 3][i % 4] = i;
}

int main(void) {
    int cube[2][3][4];
    fill(cube);
    assert(cube[1][2][3] == 23 && cube[0][2][1] == 9);
    assert(sum_rows(cube[1], 3) == 210);
    assert(*(*(*(cube + 1) + 1) + 2) == 18);
    int (*plane)[3][4] = &cube[1];
    assert((*plane)[0][0] == 12 && plane[0][2][0] == 20 && plane[-1][0][1] == 1);
    int *row = cube[0][1];
    assert(row[3] == 7 && &cube[0][1][3] == row + 3);
    assert((char *)&cube[1] - (char *)cube == 48);
    char words[3][5] = {"one", "two", "four"};
    assert(words[2][3] == 'r' && words[2][4] == 0 && words[0][4] == 0);
    return 0;
}
