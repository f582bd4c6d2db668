//@ args: --property assertions
//@ verdict: false(assertions)
//@ harness: optimised (it goes around for billions of times)
// As skipped_iterations, but the last value is another one.
#include <assert.h>

static unsigned next(unsigned x) { return x + 3; }

int main(void) {
    /* Nested, with an inner loop of constant length. */
    unsigned outer = 0, inner = 0, total = 0;
    while (outer < 300000001u) {
        for (inner = 0; inner < 7; inner++)
            total += 2;
        outer++;
    }
    assert(outer == 300000001u && inner == 7 && total == 300000001u * 14u);

    /* Downwards below zero, through the sign. */
    int down = 200000000;
    long steps = 0;
    while (down > -200000001) {
        down -= 1;
        steps++;
    }
    assert(down == -200000001 && steps == 400000001);

    /* Two branches in turn. */
    unsigned even = 0, odd = 0, i;
    for (i = 0; i < 400000003u; i++) {
        if (i % 2 == 0)
            even++;
        else
            odd += 5;
    }
    assert(even == 200000002u && odd == 200000001u * 5u);

    /* A branch that changes for good in the middle. */
    int low = 0, high = 0;
    for (int k = 0; k < 300000000; k++) {
        if (k < 123456789)
            low++;
        else
            high += 2;
    }
    assert(low == 123456789 && high == 2 * (300000000 - 123456789));

    /* By a function, up to the end of the type. */
    unsigned wide = 1, count = 0;
    while (wide < 4294967290u) {
        wide = next(wide);
        count++;
    }
    assert(wide == 4294967290u && count == 1431655763u);

    /* A narrow number that wraps, again and again. */
    unsigned char narrow = 250;
    for (i = 0; i < 100000; i++)
        narrow += 2;
    assert(narrow == (unsigned char)(250 + 2 * 100000));

    /* Wrapping upwards through zero. */
    unsigned wrapped = 4000000000u;
    for (i = 0; i < 500000000u; i++)
        wrapped += 1;
    assert(wrapped == 4000000000u + 500000000u);

    /* A number that is left exactly when it is hit. */
    int hit = 0, late = 5;
    while (hit != 250000000) {
        late = hit;
        hit = hit + 1;
    }
    assert(late == 250000000); // ERROR(CWE-617)
    return 0;
}
