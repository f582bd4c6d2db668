//@ verdict: true
//@ models: ILP32 LP64
// Four sorting algorithms over untyped arrays with comparators give the same result.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef int (*comparison)(const void *, const void *);
typedef void (*sorter)(void *base, size_t count, size_t size, comparison compare);

static void swap(void *a, void *b, size_t size) {
    unsigned char *x = a, *y = b;
    while (size-- > 0) {
        unsigned char saved = *x;
        *x++ = *y;
        *y++ = saved;
    }
}

static void insertion_sort(void *base, size_t count, size_t size, comparison compare) {
    char *items = base;
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0 && compare(items + (j - 1) * size, items + j * size) > 0; j--)
            swap(items + (j - 1) * size, items + j * size, size);
}

static void quick_sort(void *base, size_t count, size_t size, comparison compare) {
    if (count < 2)
        return;
    char *items = base;
    swap(items, items + count / 2 * size, size);
    size_t smaller = 0;
    for (size_t i = 1; i < count; i++)
        if (compare(items + i * size, items) < 0)
            swap(items + ++smaller * size, items + i * size, size);
    swap(items, items + smaller * size, size);
    quick_sort(items, smaller, size, compare);
    quick_sort(items + (smaller + 1) * size, count - smaller - 1, size, compare);
}

static void sift_down(char *items, size_t at, size_t count, size_t size, comparison compare) {
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && compare(items + child * size, items + (child + 1) * size) < 0)
            child++;
        if (compare(items + at * size, items + child * size) >= 0)
            return;
        swap(items + at * size, items + child * size, size);
    }
}

static void heap_sort(void *base, size_t count, size_t size, comparison compare) {
    for (size_t i = count / 2; i-- > 0;)
        sift_down(base, i, count, size, compare);
    for (size_t left = count; left-- > 1;) {
        swap(base, (char *)base + left * size, size);
        sift_down(base, 0, left, size, compare);
    }
}

static void merge_sort(void *base, size_t count, size_t size, comparison compare) {
    if (count < 2)
        return;
    char *left = base, *middle = left + count / 2 * size, *end = left + count * size;
    merge_sort(left, count / 2, size, compare);
    merge_sort(middle, count - count / 2, size, compare);
    char *merged = malloc(count * size), *out = merged, *right = middle;
    while (left < middle || right < end) {
        char **from = right == end || (left < middle && compare(left, right) <= 0) ? &left : &right;
        memcpy(out, *from, size);
        out += size;
        *from += size;
    }
    memcpy(base, merged, count * size);
    free(merged);
}

static int by_value(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

struct record {
    char name[6];
    short rank;
};

static int by_rank_then_name(const void *a, const void *b) {
    const struct record *x = a, *y = b;
    return x->rank != y->rank ? y->rank - x->rank : strcmp(x->name, y->name);
}

int main(void) {
    static const sorter sorters[] = {insertion_sort, quick_sort, heap_sort, merge_sort};
    static const struct record records[5] = {{"eve", 2}, {"bob", 7}, {"al", 2}, {"dan", 7}, {"cy", -1}};
    for (size_t s = 0; s < sizeof sorters / sizeof *sorters; s++) {
        int values[12];
        for (int i = 0; i < 12; i++)
            values[i] = (i * 7 + 3) % 12 - 6;
        sorters[s](values, 12, sizeof *values, by_value);
        for (int i = 0; i < 12; i++)
            assert(values[i] == i - 6);

        struct record sorted[5];
        memcpy(sorted, records, sizeof sorted);
        sorters[s](sorted, 5, sizeof *sorted, by_rank_then_name);
        assert(strcmp(sorted[0].name, "bob") == 0 && strcmp(sorted[1].name, "dan") == 0);
        assert(strcmp(sorted[2].name, "al") == 0 && strcmp(sorted[3].name, "eve") == 0);
        assert(sorted[4].rank == -1);
    }
    return 0;
}
