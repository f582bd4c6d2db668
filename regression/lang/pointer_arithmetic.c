//@ verdict: true
//@ models: ILP32 LP64
// Pointer arithmetic is scaled; differences are signed; order and equality within one array; void pointers step bytes.
#include <assert.h>
#include <stddef.h>

struct triple {
    char c[3];
};

int main(void) {
    int numbers[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    int *p = numbers + 7, *q = &numbers[2];
    assert(p - q == 5 && q - p == -5);
    assert((char *)p - (char *)q == 5 * (ptrdiff_t)sizeof(int));
    assert(p > q && q <= p && !(p < q) && p != q);
    assert(p[-3] == 4 && *(q + 1) == 3 && 4[q] == 6 && *&numbers[9] == 9);
    p -= 2;
    assert(*p++ == 5 && *p == 6 && *--p == 5 && (*p)++ == 5 && *p == 6);

    int *end = numbers + 10;
    int sum = 0;
    for (int *at = end; at-- > numbers;)
        sum += *at;
    assert(sum == 46);

    struct triple triples[4];
    assert((char *)(triples + 3) - (char *)triples == 9);
    assert(&triples[3] - &triples[1] == 2);
    void *raw = numbers;
    assert(*(int *)(raw + sizeof(int)) == 1);
    int **indirect = &p;
    **indirect = 77;
    assert(numbers[5] == 77);
    return 0;
}
