//@ verdict: true
//@ models: ILP32 LP64
// errno is an object of the library that can be set and read.
#include <assert.h>
#include <errno.h>

static int divide(int a, int b, int *quotient) {
    if (b == 0) {
        errno = EDOM;
        return -1;
    }
    *quotient = a / b;
    return 0;
}

int main(void) {
    int quotient = 0;
    errno = 0;
    assert(divide(7, 2, &quotient) == 0 && quotient == 3 && errno == 0);
    assert(divide(7, 0, &quotient) == -1 && errno == EDOM);
    return 0;
}
