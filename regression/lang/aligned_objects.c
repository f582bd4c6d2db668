//@ verdict: true
//@ models: ILP32 LP64
// Addresses of objects are multiples of the alignment of their types, also where it was raised.
#include <assert.h>
#include <stdint.h>

struct __attribute__((aligned(32))) line {
    int words[3];
};

static struct line table[2];

int main(void) {
    struct line local[2];
    assert(sizeof(struct line) == 32);
    assert((uintptr_t)&table[1] % 32 == 0);
    assert((uintptr_t)&local[1] % 32 == 0);
    return 0;
}
