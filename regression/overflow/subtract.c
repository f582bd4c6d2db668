//@ args: --property no-overflow
//@ verdict: false(no-overflow)
//@ models: ILP32 LP64
// A comparison function by subtraction overflows for values far apart.
#include <limits.h>

static int compare(const int *a, const int *b) {
    return *a - *b; // ERROR(CWE-190)
}

int main(void) {
    int values[3] = {-5, 7, INT_MAX};
    int sign = compare(&values[0], &values[1]) + compare(&values[2], &values[1]);
    return sign + compare(&values[0], &values[2]);
}
