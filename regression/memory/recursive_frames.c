//@ verdict: true
//@ models: ILP32 LP64
// Pointers to locals of callers are valid in callees: a list through the frames of a recursion.
#include <assert.h>
#include <stddef.h>

struct frame {
    int value;
    const struct frame *caller;
};

static int depth_sum(const struct frame *caller, int value) {
    struct frame mine = {value, caller};
    if (value < 6)
        return depth_sum(&mine, value + 1);
    int sum = 0;
    for (const struct frame *f = &mine; f; f = f->caller)
        sum = sum * 2 + f->value;
    return sum;
}

int main(void) {
    assert(depth_sum(NULL, 1) == 6 * 32 + 5 * 16 + 4 * 8 + 3 * 4 + 2 * 2 + 1);
    return 0;
}
