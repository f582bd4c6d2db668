//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// memcpy is told the size of the target, which is larger than the source.
#include <string.h>

int main(void) {
    short source[3] = {1, 2, 3};
    short target[6];
    memcpy(target, source, sizeof target); // ERROR(CWE-125)
    return target[0];
}
