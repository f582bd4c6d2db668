//@ verdict: false(valid-deref)
unsigned __VERIFIER_nondet_uint(void);

typedef union {
    int *whole;
    char *bytes;
} target __attribute__((transparent_union));

static int first(target t) { return *t.whole; } // ERROR(CWE-125)

int main(void)
{
    char small[2] = {1, 2};
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    return first(small);
}
