/* The rest. */
typedef __typeof__(sizeof(0)) size_t;
void *aligned_alloc(size_t, size_t);
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

void assert(int condition)
{
    if (!condition)
        __assert_fail("assertion", "", 0, "");
}
