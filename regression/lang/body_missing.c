//@ verdict: unknown
//@ models: ILP32 LP64
// A function without a body gets a pointer and may write anything through it.
#include <assert.h>

void adjust(int *value);

int main(void) {
    int value = 3;
    adjust(&value);
    assert(value == 3);
    return 0;
}
