//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// A callback that was not registered is called.
#include <stddef.h>

static int double_it(int x) { return 2 * x; }

static int (*callbacks[3])(int) = {double_it, NULL, double_it};

int main(void) {
    int value = 1;
    for (int i = 0; i < 3; i++)
        value = callbacks[i](value); // ERROR(CWE-822)
    return value;
}
