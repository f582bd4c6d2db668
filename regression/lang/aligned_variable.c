//@ verdict: true
//@ today: unknown
//@ models: ILP32 LP64
// The alignment of a variable is raised above that of its type.
#include <assert.h>
#include <stdint.h>

int main(void) {
    _Alignas(64) char buffer[5];
    assert((uintptr_t)buffer % 64 == 0);
    return 0;
}
