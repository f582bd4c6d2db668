//@ verdict: unknown
//@ models: ILP32 LP64
// The result of inline assembly is not modelled.
#include <assert.h>

int main(void) {
    int value = 20;
    __asm__("addl $22, %0" : "+r"(value));
    assert(value == 42);
    return 0;
}
