//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// A pointer one past the end may be formed and compared, but not read.
#include <assert.h>

int main(void) {
    int samples[4] = {4, 3, 2, 1};
    int *end = samples + 4;
    int *at = samples;
    while (at != end)
        at++;
    assert(at - samples == 4);
    return *at; // ERROR(CWE-125)
}
