//@ verdict: false(valid-deref)
//@ args: --32
// On ILP32 the product of count and size wraps, and the block is much smaller than the loop believes.
#include <stdlib.h>

struct sample {
    int values[16];
};

int main(void) {
    size_t count = 67108865;
    struct sample *samples = malloc(count * sizeof(struct sample));
    samples[0].values[15] = 1;
    samples[1].values[0] = 2; // ERROR(CWE-787)
    free(samples);
    return 0;
}
