//@ verdict: true
//@ models: ILP32 LP64
// Signed overflow is no error of the default properties: the result wraps.
#include <assert.h>
#include <limits.h>

int main(void) {
    volatile int largest = INT_MAX;
    int next = largest + 1;
    assert(next == INT_MIN);
    return 0;
}
