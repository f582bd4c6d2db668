/* The rest. */
typedef __typeof__(sizeof(0)) size_t;
void *aligned_alloc(size_t, size_t);
void *realloc(void *, size_t);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
/* Has no body, so that nothing is proved or refuted where it is called. The call is left out if no function that may be
   given as `compare` does more than that. */
void comparisons_with_effects_without_a_model(void *);
void __assert_fail(const char *, const char *, unsigned int, const char *);

int posix_memalign(void **result, size_t align, size_t size)
{
    void *block;
    if (align < sizeof(void *) || (align & (align - 1)))
        return 22;
    block = aligned_alloc(align, size);
    if (!block)
        return 12;
    *result = block;
    return 0;
}

void *reallocarray(void *block, size_t count, size_t size)
{
    if (size && count > ~(size_t)0 / size)
        return 0;
    return realloc(block, count * size);
}

/* Elements that compare as equal come out in any order. */
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    char *elements = base;
    comparisons_with_effects_without_a_model(base);
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0; j--) {
            char *left = elements + (j - 1) * size, *right = left + size;
            int order = compare(left, right);
            if (order < 0 || (order == 0 && !__VERIFIER_nondet_int()))
                break;
            for (size_t k = 0; k < size; k++) {
                char swapped = left[k];
                left[k] = right[k];
                right[k] = swapped;
            }
        }
}

void *bsearch(const void *key, const void *base, size_t count, size_t size,
              int (*compare)(const void *, const void *))
{
    const char *elements = base;
    comparisons_with_effects_without_a_model((void *)base);
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *element = elements + middle * size;
        int order = compare(key, element);
        if (order == 0) {
            /* Any of those that are equal. */
            size_t first = middle;
            while (middle + 1 < count && compare(key, elements + (middle + 1) * size) == 0 && __VERIFIER_nondet_int())
                middle++;
            if (middle == first)
                while (middle > 0 && compare(key, elements + (middle - 1) * size) == 0 && __VERIFIER_nondet_int())
                    middle--;
            return (void *)(elements + middle * size);
        }
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return 0;
}

void assert(int condition)
{
    if (!condition)
        __assert_fail("assertion", "", 0, "");
}
