/* Sorting and searching in a program that is run. Elements that compare as equal keep their order. */
typedef __typeof__(sizeof(0)) size_t;
void *memcpy(void *, const void *, size_t);

typedef int compare_function(const void *, const void *);

static void sort(char *elements, char *room, size_t count, size_t size, compare_function *compare)
{
    size_t half = count / 2, left = 0, right = half, n = 0;
    if (count < 2)
        return;
    sort(elements, room, half, size, compare);
    sort(elements + half * size, room, count - half, size, compare);
    while (left < half && right < count) {
        size_t *from = compare(elements + left * size, elements + right * size) <= 0 ? &left : &right;
        memcpy(room + n++ * size, elements + (*from)++ * size, size);
    }
    if (left < half) {
        memcpy(room + n * size, elements + left * size, (half - left) * size);
        n += half - left;
    }
    memcpy(elements, room, n * size);
}

void qsort(void *base, size_t count, size_t size, compare_function *compare)
{
    if (count < 2 || size == 0)
        return;
    char room[count * size];
    sort(base, room, count, size, compare);
}

void *bsearch(const void *key, const void *base, size_t count, size_t size, compare_function *compare)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const char *element = (const char *)base + middle * size;
        int order = compare(key, element);
        if (order == 0)
            return (void *)element;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return 0;
}
