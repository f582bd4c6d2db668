//@ verdict: true
//@ models: ILP32 LP64
// Const objects keep their values, const pointers their targets; volatile reads and writes are plain ones here.
#include <assert.h>

static const int primes[] = {2, 3, 5, 7};
static volatile int sensor = 3;

static int largest(const int *const values, const int count) {
    int best = values[0];
    for (int i = 1; i < count; i++)
        if (values[i] > best)
            best = values[i];
    return best;
}

int main(void) {
    assert(largest(primes, 4) == 7);
    int target = 1, other = 2;
    int *const fixed = &target;
    *fixed = 5;
    const int *view = &target;
    view = &other;
    assert(target == 5 && *view == 2);
    sensor += sensor;
    volatile int *alias = &sensor;
    *alias = *alias + 1;
    assert(sensor == 7);
    const struct {
        int *counter;
    } holder = {&target};
    ++*holder.counter;
    assert(target == 6);
    return 0;
}
