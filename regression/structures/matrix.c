//@ verdict: true
//@ models: ILP32 LP64
// Matrices on the heap, as one block with a flexible array and as rows of pointers: product, transpose, determinant, power.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct matrix {
    int rows, columns;
    long long cells[];
};

static struct matrix *matrix_new(int rows, int columns) {
    struct matrix *m = calloc(1, sizeof *m + rows * columns * sizeof m->cells[0]);
    m->rows = rows;
    m->columns = columns;
    return m;
}

static long long *cell(struct matrix *m, int row, int column) {
    assert(0 <= row && row < m->rows && 0 <= column && column < m->columns);
    return &m->cells[row * m->columns + column];
}

static struct matrix *product(struct matrix *a, struct matrix *b) {
    assert(a->columns == b->rows);
    struct matrix *p = matrix_new(a->rows, b->columns);
    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < b->columns; j++)
            for (int k = 0; k < a->columns; k++)
                *cell(p, i, j) += *cell(a, i, k) * *cell(b, k, j);
    return p;
}

static struct matrix *transpose(struct matrix *m) {
    struct matrix *t = matrix_new(m->columns, m->rows);
    for (int i = 0; i < m->rows; i++)
        for (int j = 0; j < m->columns; j++)
            *cell(t, j, i) = *cell(m, i, j);
    return t;
}

static struct matrix *power(struct matrix *base, unsigned exponent) {
    struct matrix *result = matrix_new(base->rows, base->rows);
    for (int i = 0; i < base->rows; i++)
        *cell(result, i, i) = 1;
    struct matrix *square = matrix_new(base->rows, base->rows);
    memcpy(square->cells, base->cells, sizeof(long long) * base->rows * base->rows);
    for (; exponent; exponent >>= 1) {
        if (exponent & 1) {
            struct matrix *next = product(result, square);
            free(result);
            result = next;
        }
        struct matrix *next = product(square, square);
        free(square);
        square = next;
    }
    free(square);
    return result;
}

static int determinant(int n, int **rows) {
    if (n == 1)
        return rows[0][0];
    int sum = 0;
    int **minor = malloc((n - 1) * sizeof *minor);
    for (int skipped = 0; skipped < n; skipped++) {
        for (int i = 0, kept = 0; i < n; i++)
            if (i != skipped)
                minor[kept++] = rows[i] + 1;
        int cofactor = rows[skipped][0] * determinant(n - 1, minor);
        sum += skipped % 2 ? -cofactor : cofactor;
    }
    free(minor);
    return sum;
}

int main(void) {
    struct matrix *m = matrix_new(2, 3);
    for (int i = 0; i < 6; i++)
        m->cells[i] = i + 1;
    struct matrix *t = transpose(m);
    struct matrix *p = product(m, t);
    assert(*cell(p, 0, 0) == 14 && *cell(p, 0, 1) == 32 && *cell(p, 1, 1) == 77);
    free(m), free(t), free(p);

    struct matrix *step = matrix_new(2, 2);
    *cell(step, 0, 0) = *cell(step, 0, 1) = *cell(step, 1, 0) = 1;
    struct matrix *fibonacci = power(step, 60);
    assert(*cell(fibonacci, 0, 1) == 1548008755920ll);
    free(step), free(fibonacci);

    int values[4][4] = {{2, 0, 1, 3}, {1, 1, 0, 2}, {0, 4, 1, 1}, {3, 2, 2, 0}};
    int *rows[4] = {values[0], values[1], values[2], values[3]};
    assert(determinant(2, rows) == 2);
    assert(determinant(4, rows) == -30);
    return 0;
}
